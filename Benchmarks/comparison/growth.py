"""Whether the gateway slows down as its ledger grows: the same measures on a ledger that is all but empty, and on one of millions."""

import random
import shutil
import statistics
import sys
import time

from . import credentials, ledger, load, servers, settings, targets

# An empty list would be written faster than a page of a large one for a reason that has nothing to do with growth.
FEW = 1000


class Place:
    """A ledger, and the paths and bodies that are asked of a gateway on it."""

    def __init__(self, work, name, rows):
        self.name, self.rows, self.folder = name, rows, work / name
        self.folder.mkdir()
        self.path = self.folder / "ledger.db"
        with servers.gateway(self.folder, database=self.path):
            pass  # it makes the schema
        began = time.monotonic()
        ledger.fill(self.path, credentials.MERCHANT, rows)
        self.filled_in = time.monotonic() - began
        self.size = self.path.stat().st_size
        self.recent = self.paths("recent", ledger.sample(self.path, FEW, newest=FEW))
        self.any = self.paths("any", ledger.sample(self.path, min(rows, 50_000), newest=rows))

    def paths(self, name, payments):
        """Files of the requests for each payment, and for the page that follows it, in no order."""
        random.Random(1).shuffle(payments)
        return {
            "lookups": self.write(name + "-lookups", [f"/v1/payments/{payment}" for payment in payments]),
            "pages": self.write(name + "-pages", [f"/v1/payments?limit=20&cursor={payment}" for payment in payments]),
        }

    def write(self, name, lines):
        path = self.folder / name
        path.write_text("\n".join(lines) + "\n")
        return path

    def callbacks(self, name):
        """Signed callbacks that are new here."""
        return credentials.write_callbacks(self.folder / "callbacks", load.MORE_THAN_ANSWERED * settings.SECONDS_EACH, name)


def measures():
    """How each is taken of a gateway and its place; what the ledger does not serve stands here too, for it must not suffer either."""
    wrong = {"BODY": credentials.callback("TXN-001", signed=False)}
    authorization = ["Authorization: " + credentials.AUTHORIZATION]

    def constant(path, environment=None):
        return lambda server, _: load.wrk(server, server.url(path), 64, environment=environment, headers=authorization)

    def lines(path, of):
        return lambda server, place: load.wrk(
            server, server.url(path), 64, script="lines.lua", environment={"LINES_FILE": str(of(place))}, headers=authorization)

    return {
        "healthz": constant("/healthz"),
        "callback with a wrong signature": constant("/callback", wrong),
        # What is asked for is mostly what was made just now; the rows of any age also show what it costs that a large ledger fits no cache.
        "one payment, of the newest 1000": lines("/", lambda place: place.recent["lookups"]),
        "one payment, of any age": lines("/", lambda place: place.any["lookups"]),
        "newest payments, a page of 20": constant("/v1/payments?limit=20"),
        "payments after one of the newest 1000, a page of 20": lines("/", lambda place: place.recent["pages"]),
        "payments after one of any age, a page of 20": lines("/", lambda place: place.any["pages"]),
        "failed payments, a page of 20": constant("/v1/payments?limit=20&status=FAILED"),
        "newest callbacks, a page of 20": constant("/v1/callbacks?limit=20"),
        # Last, for they make the ledger grow. The order of the names decides where each comes to stand in the index that knows a callback again.
        "callback committed, transactions named in order": lines("/callback", lambda place: place.callbacks(credentials.in_order)),
        "callback committed, transactions named at random": lines("/callback", lambda place: place.callbacks(credentials.at_random)),
    }


def run(work):
    """Samples by measure and ledger, and the ledgers."""
    places = [Place(work, "small", FEW), Place(work, "large", settings.GROWTH_ROWS)]
    small = places[0]
    shutil.copy(small.path, small.folder / "fresh")
    samples = {}
    for number in range(settings.ROUNDS):
        print(f"growth, round {number + 1} of {settings.ROUNDS}", file=sys.stderr, flush=True)
        # The round before has made it grow.
        shutil.copy(small.folder / "fresh", small.path)
        with servers.gateway(small.folder, database=small.path) as first, servers.gateway(places[1].folder, database=places[1].path) as second:
            pairs = [(first, small), (second, places[1])]
            for measure, take in measures().items():
                for server, place in pairs if number % 2 else reversed(pairs):
                    sample = take(server, place)
                    if sample.refused != (sample.requests if "wrong" in measure else 0):
                        raise SystemExit(f"{measure}, {place.name} ledger: {sample.refused} of {sample.requests} answers were refusals")
                    samples.setdefault(measure, {}).setdefault(place.name, []).append(sample)
    return samples, places


def median(by_ledger, name, field):
    return statistics.median(getattr(sample, field) for sample in by_ledger[name])


def kept(by_ledger):
    """The median of the rounds' ratios, large to small."""
    return statistics.median(large.rate / small.rate for small, large in zip(by_ledger["small"], by_ledger["large"]))


def verdicts(samples):
    for measure, by_ledger in samples.items():
        yield targets.at_least(f"{measure}: rate on the large ledger, of that on the small", kept(by_ledger), 0.9)
