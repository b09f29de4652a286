"""The referee's certificate as grpc wants it."""

import ssl
from pathlib import Path

import grpc

from conquian_server.referee.errors import BadTls
from conquian_server.referee.options import Tls


def credentials(tls: Tls) -> grpc.ServerCredentials:
    """The credentials of a server with this certificate.

    Raises:
        BadTls: a file can't be read, or certificate and key don't fit.
    """
    certificate, key = _read("certificate", tls.certificate), _read("key", tls.key)
    clients = None if tls.clients is None else _read("clients", tls.clients)
    _check(tls)
    return grpc.ssl_server_credentials(
        [(key, certificate)], root_certificates=clients, require_client_auth=clients is not None
    )


def _read(field: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadTls(f"{field}: can't read {path}: {error.strerror}") from None


def _check(tls: Tls) -> None:
    """Try the files with the standard library, whose errors say more than grpc's."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(tls.certificate, tls.key, password="")
    except ssl.SSLError as error:
        raise BadTls(f"certificate {tls.certificate} and key {tls.key}: {error}") from None
    try:
        if tls.clients is not None:
            context.load_verify_locations(tls.clients)
    except ssl.SSLError as error:
        raise BadTls(f"clients: {tls.clients}: {error}") from None
