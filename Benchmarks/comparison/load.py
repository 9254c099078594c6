"""One run of a load generator against one server, and what it saw."""

import dataclasses
import os
import re
import subprocess

from . import settings


# Requests a second for which there must be lines when each is to be sent once.
MORE_THAN_ANSWERED = 60_000


@dataclasses.dataclass
class Sample:
    rate: float  # answers a second
    processor: float  # microseconds of the server's processor time an answer
    p50: float  # microseconds
    p99: float
    requests: int
    refused: int  # answers that were neither 2xx nor 3xx
    failures: int  # broken connections and answers that took longer than wrk waits


def wrk(server, url, connections, script="constant.lua", seconds=None, environment=None, headers=()):
    """wrk with one thread, as one core makes the load."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds or settings.SECONDS_EACH}s", "-s", script]
    for header in headers:
        command += ["-H", header]
    return _measure(server, [*command, url], cwd=settings.FOLDER / "wrk", env=os.environ | (environment or {}))


def handshakes(server, program, connections, seconds=None):
    """New TLS 1.3 connections, none of them resumed, from one core."""
    command = [program, "-address", f"127.0.0.1:{server.tls_port}", "-c", str(connections), "-d", f"{seconds or settings.SECONDS_EACH}s"]
    return _measure(server, command, env=os.environ | {"GOMAXPROCS": "1", "GOGC": "400"})


def _measure(server, command, **options):
    before = server.processor_nanoseconds()
    output = subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout
    spent = server.processor_nanoseconds() - before
    numbers = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", output.split("RESULT", 1)[1])}
    if numbers["requests"] == 0:
        raise SystemExit(f"{server.name} answered nothing: {' '.join(map(str, command))}\n{output}")
    return Sample(
        rate=numbers["requests"] / numbers["duration"] * 1e6, processor=spent / numbers["requests"] / 1e3, p50=numbers["p50"], p99=numbers["p99"],
        requests=numbers["requests"], refused=numbers["refused"], failures=numbers["failures"] + numbers["timeouts"])
