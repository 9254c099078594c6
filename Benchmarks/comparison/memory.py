"""The most memory that a fresh process of each server held: after both answers at 64 connections, then also at 512."""

from . import credentials, load, servers, targets

CONNECTIONS = (64, 512)


def run(work):
    """Bytes by server and number of connections."""
    peaks = {}
    body = {"BODY": credentials.callback("TXN-001", signed=False)}
    for name, start in servers.ALL.items():
        with start(work) as server:
            for connections in CONNECTIONS:
                load.wrk(server, server.url("/healthz"), connections, seconds=1)
                load.wrk(server, server.url("/callback"), connections, seconds=1, environment=body)
                peaks[name, connections] = server.memory("VmHWM")
    return peaks


def verdicts(peaks):
    for connections, bound in zip(CONNECTIONS, (25, 40)):
        yield targets.at_most(f"peak memory, {connections} connections", peaks["gateway", connections] / 1e6, bound, " MB")
