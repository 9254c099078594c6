"""The measures of the comparison, taken of all servers in turns, so that what else the machine does meets each of them alike."""

import contextlib
import statistics
import sys

from . import credentials, load, servers, settings


class Measure:
    """One measure: its name, who takes part, and how it is taken of one of them."""

    def __init__(self, name, names, take, refused=False, tls=False):
        self.name, self.names, self.take, self.refused, self.tls = name, names, take, refused, tls


def measures(handshake_program, committed):
    """All measures. `committed` gives the next file of callbacks that no server has seen yet."""
    every, without_node, pair = ("gateway", "nginx", "Go", "Node"), ("gateway", "nginx", "Go"), ("gateway", "Go")
    wrong = {"BODY": credentials.callback("TXN-001", signed=False)}

    def healthz(connections):
        # Thousands of connections take wrk a while to open.
        seconds = settings.SECONDS_EACH * (2 if connections > 1000 else 1)
        return lambda server: load.wrk(server, server.url("/healthz"), connections, seconds=seconds)

    def callback(connections):
        return lambda server: load.wrk(server, server.url("/callback"), connections, environment=wrong)

    return [
        Measure("healthz, 64 connections", every, healthz(64)),
        Measure("callback, 64 connections", every, callback(64), refused=True),
        Measure("healthz, 512 connections", without_node, healthz(512)),
        Measure("healthz, 4096 connections", without_node, healthz(4096)),
        Measure("callback, 512 connections", without_node, callback(512), refused=True),
        Measure("healthz, 1 connection", pair, healthz(1)),
        Measure("callback, 1 connection", pair, callback(1), refused=True),
        Measure("TLS healthz, 64 connections", without_node, lambda server: load.wrk(server, server.url("/healthz", tls=True), 64), tls=True),
        Measure("new TLS connections", without_node, lambda server: load.handshakes(server, handshake_program, 64), tls=True),
        Measure("callback committed, 64 connections", ("gateway",), lambda server: load.wrk(
            server, server.url("/callback"), 64, script="lines.lua", environment={"LINES_FILE": str(committed())})),
    ]


class Samples:
    """What the rounds brought: for each measure and server one sample a round."""

    def __init__(self):
        self.of = {}

    def add(self, measure, server, sample):
        # A server that gives another answer than the measure's is not measured, however fast.
        if sample.refused != (sample.requests if measure.refused else 0):
            raise SystemExit(f"{server}, {measure.name}: {sample.refused} of {sample.requests} answers were refusals")
        self.of.setdefault(measure.name, {}).setdefault(server, []).append(sample)

    def median(self, measure, server, field):
        return statistics.median(getattr(sample, field) for sample in self.of[measure][server])

    def ratio(self, measure, server, peer, field):
        """The median of the rounds' ratios: a round's two were measured one right after the other."""
        pairs = zip(self.of[measure][server], self.of[measure][peer])
        return statistics.median(getattr(mine, field) / max(getattr(theirs, field), 1e-9) for mine, theirs in pairs)

    def spread(self, measure, server, field):
        """Lowest and highest of the rounds."""
        values = [getattr(sample, field) for sample in self.of[measure][server]]
        return min(values), max(values)

    def failures(self, measure, server):
        return sum(sample.failures for sample in self.of[measure][server])


def run(work):
    """Starts every server, takes all rounds, and stops them."""
    samples = Samples()

    def committed():
        return credentials.write_callbacks(work / "callbacks", load.MORE_THAN_ANSWERED * settings.SECONDS_EACH)

    wanted = [measure for measure in measures(servers.build_go("handshakes"), committed) if settings.ONLY in measure.name]
    with contextlib.ExitStack() as stack:
        plain = {name: stack.enter_context(start(work)) for name, start in servers.ALL.items()}
        secure = plain | {"gateway": stack.enter_context(servers.gateway(work, tls=True))}
        for server in plain.values():
            servers.check(server)
        for number in range(settings.ROUNDS):
            print(f"round {number + 1} of {settings.ROUNDS}", file=sys.stderr, flush=True)
            for measure in wanted:
                # Whoever comes first in one round comes last in another.
                first = number % len(measure.names)
                for name in measure.names[first:] + measure.names[:first]:
                    samples.add(measure, name, measure.take((secure if measure.tls else plain)[name]))
    return samples
