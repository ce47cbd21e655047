import hashlib
import hmac

import pytest

from motif.errors import AnotherService, InvalidConfiguration, InvalidInput, Unauthorized
from motif.service.authorization import Authorization, read_token, sign

TOKEN = "f" * 64


@pytest.fixture
def authorization() -> Authorization:
    return of_one_service(Authorization(TOKEN, clock=lambda: 1_000_000.0))


def of_one_service(authorization: Authorization) -> Authorization:
    authorization.service = SERVICE
    return authorization


SERVICE = "5" * 32


def signed(seconds: int, path: str = "/v1/search", token: str = TOKEN, nonce: str = "0" * 32) -> str:
    return sign(token, "POST", path, SERVICE, seconds=seconds, nonce=nonce)[0]


def admit(authorization: Authorization, header: str | None, method: str = "POST", path: str = "/v1/search"):
    signature = authorization.read(header, method, path)
    if signature is not None:
        authorization.use(signature)


def test_token_is_made_once_and_read_only_by_its_owner(tmp_path):
    path = tmp_path / "motif" / "token"
    token = read_token(path)
    assert len(token) == 64
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_token(path) == token
    assert [entry.name for entry in path.parent.iterdir()] == ["token"]


def test_a_token_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "token"
    path.write_text(TOKEN)
    path.chmod(0o644)
    with pytest.raises(InvalidConfiguration, match="chmod 600"):
        read_token(path)


@pytest.mark.parametrize("mode", [0o400, 0o440, 0o600])
def test_a_credential_of_systemd_looks_readable_by_a_group(tmp_path, mode):
    path = tmp_path / "token"
    path.write_text(TOKEN)
    path.chmod(mode)
    assert read_token(path, tmp_path) == TOKEN


@pytest.mark.parametrize(
    ("mode", "folder"), [(0o444, "."), (0o460, "."), (0o440, ".."), (0o440, "below"), (0o440, None)]
)
def test_only_a_credential_may_look_so(tmp_path, mode, folder):
    path = tmp_path / "token"
    path.write_text(TOKEN)
    path.chmod(mode)
    with pytest.raises(InvalidConfiguration, match="can be read by others"):
        read_token(path, None if folder is None else tmp_path / folder)


def test_an_empty_token_is_refused(tmp_path):
    path = tmp_path / "token"
    path.write_text("\n")
    path.chmod(0o600)
    with pytest.raises(InvalidConfiguration, match="0 characters"):
        read_token(path)


def test_a_token_file_in_a_place_that_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidConfiguration, match="cannot be written"):
        read_token(tmp_path / "file" / "token")


def test_proof_follows_the_protocol(authorization):
    nonce = "0123456789abcdef" * 2
    expected = hmac.new(TOKEN.encode(), f"motif-service:{nonce}".encode(), hashlib.sha256).hexdigest()
    assert authorization.prove(nonce) == expected


@pytest.mark.parametrize("nonce", [None, "", "0" * 31, "0" * 33, "G" * 32, 7, "motif-plugin:1:2"])
def test_only_a_nonce_is_signed(authorization, nonce):
    with pytest.raises(InvalidInput, match="32 hexadecimal"):
        authorization.prove(nonce)


def test_signature_follows_the_protocol(authorization):
    signed_text = f"1000000:{'0' * 32}:{authorization.service}"
    message = f"motif-plugin:{signed_text}:POST:/v1/search"
    proof = hmac.new(TOKEN.encode(), message.encode(), hashlib.sha256).hexdigest()
    admit(authorization, f"Motif {signed_text}:{proof}")


@pytest.mark.parametrize("seconds", [1_000_000, 999_941, 1_000_059])
def test_signatures_within_a_minute_count(authorization, seconds):
    admit(authorization, signed(seconds))


@pytest.mark.parametrize("seconds", [999_939, 1_000_061])
def test_old_and_future_signatures_do_not(authorization, seconds):
    with pytest.raises(Unauthorized, match="60 seconds"):
        admit(authorization, signed(seconds))


def test_a_signature_is_for_one_path_one_method_and_once(authorization):
    header = signed(1_000_000)
    with pytest.raises(Unauthorized):
        admit(authorization, header, "POST", "/v1/graph/drop")
    with pytest.raises(Unauthorized):
        admit(authorization, header, "GET", "/v1/search")
    admit(authorization, header)
    with pytest.raises(Unauthorized, match="seen before"):
        admit(authorization, header)


def test_a_signature_counts_at_one_service_only():
    """Not at another one that knows the token, nor at the same after a start: what each has seen, it alone knows."""
    first, second = Authorization(TOKEN), Authorization(TOKEN)
    header, _ = sign(TOKEN, "POST", "/v1/graph/drop", first.service)
    with pytest.raises(AnotherService, match="another Motif service"):
        admit(second, header, path="/v1/graph/drop")
    admit(first, header, path="/v1/graph/drop")


def test_used_signatures_are_forgotten_once_they_are_too_old():
    now = [1_000_000.0]
    authorization = of_one_service(Authorization(TOKEN, clock=lambda: now[0], elapsed=lambda: now[0]))
    for number in range(50):
        now[0] += 10
        admit(authorization, signed(int(now[0]), nonce=f"{number:032x}"))
    assert len(authorization._used) <= 13


@pytest.mark.parametrize("step", [3600, -3600, 86_400 * 400])
def test_a_clock_that_is_set_and_set_back_lets_nothing_count_twice(step):
    now, elapsed = [1_000_000.0], [50.0]
    authorization = of_one_service(Authorization(TOKEN, clock=lambda: now[0], elapsed=lambda: elapsed[0]))
    first = signed(int(now[0]))
    admit(authorization, first)
    now[0] += step
    with pytest.raises(Unauthorized, match="60 seconds"):
        admit(authorization, first)
    admit(authorization, signed(int(now[0]), nonce="b" * 32))
    elapsed[0] += abs(step) if step < 0 else 1
    now[0] = 1_000_000.0 + 1
    with pytest.raises(Unauthorized, match="seen before"):
        admit(authorization, first)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Basic abc",
        "Bearer",
        "Bearer wrong",
        "Motif",
        "Motif 1:2",
        "Motif x:y:z",
        "Motif 1:2:ü",
        signed(10, token="e" * 64),
    ],
)
def test_everything_else_is_refused(authorization, header):
    with pytest.raises(Unauthorized):
        admit(authorization, header)


def test_people_send_the_token(authorization):
    admit(authorization, f"Bearer {TOKEN}", "GET", "/metrics")
