"""Addresses of services: which are this machine only, and which can be followed."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from motif.errors import InvalidConfiguration


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0"), is_loopback("localhost")
    (True, False, True)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_url(url: str) -> str:
    """``url``, without what ends it; raises `InvalidConfiguration` for one that cannot be followed.

    >>> check_url("https://first:7690/")
    'https://first:7690'
    """
    where = urlsplit(url.strip())
    try:
        is_address = where.scheme in ("http", "https") and where.hostname and where.port != 0
    except ValueError:
        is_address = False
    if not is_address or where.path.strip("/") or where.query or where.username:
        raise InvalidConfiguration(
            f"The service to follow must be an address such as https://first:7690, not '{url}'.",
            hint="Set MOTIF_SERVICE_FOLLOW, or --follow, to where the first service listens.",
        )
    if where.scheme == "http" and not is_loopback(str(where.hostname)):
        raise InvalidConfiguration(
            f"A service on another machine is followed over https only, not at '{url}'.",
            hint="Give the first service a certificate: MOTIF_SERVICE_CERTIFICATE, MOTIF_SERVICE_PRIVATE_KEY.",
        )
    return f"{where.scheme}://{where.netloc}"
