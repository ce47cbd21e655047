"""The service that the plugin calls: every ``CALL motif.*`` over HTTP on loopback (docs/protocol.md).

``python -m motif.service --home DIR --token-file FILE`` runs it.
"""
