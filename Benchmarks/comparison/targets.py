"""What is asked of the gateway, beside what it came to."""

import dataclasses


@dataclasses.dataclass
class Verdict:
    measure: str
    target: str
    figure: str
    reached: bool


def at_least(measure, figure, bound, unit=""):
    return Verdict(measure, f"≥ {bound:g}{unit}", f"{figure:.2f}{unit}", figure >= bound)


def at_most(measure, figure, bound, unit=""):
    return Verdict(measure, f"≤ {bound:g}{unit}", f"{figure:.2f}{unit}", figure <= bound)


# measure, the sample's field, peer, and the ratio to it that must be reached or kept below
RATES = [
    ("healthz, 64 connections", "nginx", 0.90),
    ("healthz, 64 connections", "Go", 1.5),
    ("callback, 64 connections", "nginx", 0.70),
    ("callback, 64 connections", "Go", 1.5),
    ("healthz, 512 connections", "nginx", 0.85),
    ("healthz, 512 connections", "Go", 1.3),
    ("healthz, 4096 connections", "nginx", 0.85),
    ("healthz, 4096 connections", "Go", 1.3),
    ("callback, 512 connections", "nginx", 0.85),
    ("callback, 512 connections", "Go", 1.3),
    ("TLS healthz, 64 connections", "nginx", 0.85),
    ("new TLS connections", "nginx", 0.90),
]
PROCESSOR_TIMES = [("healthz, 64 connections", "nginx", 1.25), ("callback, 64 connections", "Go", 0.55)]
LATENCIES = ["healthz, 1 connection", "callback, 1 connection", "healthz, 64 connections", "callback, 64 connections"]


def of_rounds(samples):
    def taken(measures):
        return [entry for entry in measures if (entry if isinstance(entry, str) else entry[0]) in samples.of]

    for measure, peer, bound in taken(RATES):
        yield at_least(f"{measure}: rate, of {peer}'s", samples.ratio(measure, "gateway", peer, "rate"), bound)
    for measure, peer, bound in taken(PROCESSOR_TIMES):
        yield at_most(f"{measure}: processor time an answer, of {peer}'s", samples.ratio(measure, "gateway", peer, "processor"), bound)
    for measure in taken(LATENCIES):
        for field in ("p50", "p99"):
            yield at_most(f"{measure}: {field}, of Go's", samples.ratio(measure, "gateway", "Go", field), 1)
    few, many = "healthz, 64 connections", "healthz, 4096 connections"
    if few in samples.of and many in samples.of:
        # Where the load generator is at its end at both, this is its own loss. A server that answers constants shows how much that is.
        kept = {server: samples.median(many, server, "rate") / samples.median(few, server, "rate") for server in ("gateway", "nginx")}
        yield at_least(f"healthz: rate at 4096 connections, of that at 64 (nginx: {kept['nginx']:.2f})", kept["gateway"], 0.9)
