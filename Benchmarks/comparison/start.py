"""From exec to the line that says the gateway is ready, on a ledger that it has yet to make; and the size of its binary once stripped."""

import statistics
import subprocess
import time

from . import servers, settings, targets

STARTS = 15


def run(work):
    """Milliseconds of each start, and bytes of the stripped binary."""
    times = []
    for _ in range(STARTS):
        began = time.monotonic()
        with servers.gateway(work):
            times.append((time.monotonic() - began) * 1000)
    stripped = work / "stripped"
    subprocess.run(["strip", "-o", stripped, settings.GATEWAY], check=True)
    return times, stripped.stat().st_size


def verdicts(result):
    times, size = result
    yield targets.at_most("exec to ready", statistics.median(times), 50, " ms")
    yield targets.at_most("stripped static binary", size / 1e6, 25, " MB")
