"""How much a gateway's resident memory grows by a connection that is kept open and says nothing: 10 000 of them, each of which had one answer before."""

import socket
import ssl
import time

from . import servers, targets

CONNECTIONS = 10_000
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
# What the process makes once, whoever comes first, is there before the count starts.
WARM_UP = 200


def run(work):
    """Bytes a connection, plain and over TLS."""
    return {tls: growth(work, tls) for tls in (False, True)}


def growth(work, tls):
    with servers.gateway(work, tls=tls) as server:
        for connection in [visit(server) for _ in range(WARM_UP)]:
            connection.close()
        time.sleep(1)
        before = server.memory("VmRSS")
        connections = [visit(server) for _ in range(CONNECTIONS)]
        time.sleep(2)
        after = server.memory("VmRSS")
        # One that the server had closed would have cost nothing.
        for connection in connections:
            ask(connection)
            connection.close()
        return (after - before) / CONNECTIONS


def visit(server):
    connection = socket.create_connection(("127.0.0.1", server.tls_port or server.port), timeout=10)
    if server.tls_port:
        connection = client.wrap_socket(connection)
    ask(connection)
    return connection


def ask(connection):
    connection.sendall(REQUEST)
    answer = connection.recv(4096)
    if not answer.startswith(b"HTTP/1.1 200 ") or not answer.endswith(b"}"):
        raise SystemExit(f"an idle connection was answered with {answer!r}")


client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
client.check_hostname = False
client.verify_mode = ssl.CERT_NONE
client.minimum_version = ssl.TLSVersion.TLSv1_3


def verdicts(grown):
    for tls, bound in ((False, 4), (True, 40)):
        yield targets.at_most(f"memory of an idle connection{' over TLS' if tls else ''}", grown[tls] / 1024, bound, " KiB")
