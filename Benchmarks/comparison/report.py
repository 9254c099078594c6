"""Runs the parts that are wanted, prints what each comes to, and puts the page together."""

import statistics
import subprocess

from . import growth, idle, machine, memory, rounds, settings, start, targets


def write(work):
    """Markdown."""
    page = Page()
    page.say("# Results of `make bench`\n")
    for fact in machine.describe():
        page.say(f"- {fact}")
    verdicts = []
    for name, part in PARTS.items():
        if name in settings.PARTS:
            verdicts += part(page, work) or []
    page.say("\n## Targets\n")
    page.table(["measure", "target", "figure", "reached"], [[v.measure, v.target, v.figure, "yes" if v.reached else "**no**"] for v in verdicts])
    missed = [v for v in verdicts if not v.reached]
    page.say(f"\n{len(verdicts) - len(missed)} of {len(verdicts)} reached." + (" Missed:" if missed else ""))
    for verdict in missed:
        page.say(f"- {verdict.measure}: {verdict.figure}, asked for {verdict.target}")
    return page.text


class Page:
    """Text that is printed as it grows."""

    def __init__(self):
        self.text = ""

    def say(self, line):
        self.text += line + "\n"
        print(line, flush=True)

    def table(self, head, rows):
        rows = [[str(cell) for cell in row] for row in rows]
        widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
        for row in [head, ["-" * width for width in widths], *rows]:
            self.say("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")


def of_rounds(page, work):
    samples = rounds.run(work)
    page.say(f"\n## Beside the peers\n\nMedians of {settings.ROUNDS} rounds of {settings.SECONDS_EACH} s each, twice that with 4096 connections, taken in turns;")
    page.say("wrk -t1 on the same cores.")
    page.say("Ratios are the medians of each round's; the span is that of the rates. nginx answers constants, the others check the signature.")
    page.say("Of the new TLS connections each was seen to be TLS 1.3 and not resumed; certificate and key are P-256.\n")
    rows = []
    for measure, by_server in samples.of.items():
        for server in by_server:
            low, high = samples.spread(measure, server, "rate")
            failures = samples.failures(measure, server)
            rows.append([
                measure, server, f"{samples.median(measure, server, 'rate'):.0f}", f"{low:.0f}–{high:.0f}",
                "" if server == "gateway" else f"{samples.ratio(measure, 'gateway', server, 'rate'):.2f}",
                f"{samples.median(measure, server, 'processor'):.1f}", f"{samples.median(measure, server, 'p50'):.0f}",
                f"{samples.median(measure, server, 'p99'):.0f}", failures or ""])
    page.table(["measure", "server", "answers/s", "span", "gateway is", "processor µs", "p50 µs", "p99 µs", "failures"], rows)
    return targets.of_rounds(samples)


def of_memory(page, work):
    peaks = memory.run(work)
    page.say("\n## Peak memory\n\nOf a fresh process with all its children, in MB: what processes share is counted with each.\n")
    names = dict.fromkeys(name for name, _ in peaks)
    page.table(
        ["server", *(f"after {connections} connections" for connections in memory.CONNECTIONS)],
        [[name, *(f"{peaks[name, connections] / 1e6:.1f}" for connections in memory.CONNECTIONS)] for name in names])
    return memory.verdicts(peaks)


def of_idle(page, work):
    grown = idle.run(work)
    page.say(f"\n## Idle connections\n\n{idle.CONNECTIONS} kept open after one answer each, 2 s later, growth of the resident memory:")
    page.say(f"{grown[False] / 1024:.2f} KiB a connection, {grown[True] / 1024:.2f} KiB over TLS 1.3.")
    return idle.verdicts(grown)


def of_start(page, work):
    times, size = start.run(work)
    page.say(f"\n## Start and size\n\nFrom exec to the ready line, {len(times)} starts: median {statistics.median(times):.1f} ms, lowest {min(times):.1f}, highest {max(times):.1f}.")
    page.say(f"The stripped binary has {size / 1e6:.1f} MB.")
    return start.verdicts((times, size))


def of_growth(page, work):
    samples, places = growth.run(work)
    page.say("\n## Growth\n")
    for place in places:
        page.say(f"The {place.name} ledger: {place.rows} payments and as many callbacks, {place.size / 1e6:.0f} MB, filled in {place.filled_in:.0f} s.")
    page.say(f"Medians of {settings.ROUNDS} rounds of {settings.SECONDS_EACH} s each at 64 connections, taken in turns.\n")
    page.table(
        ["measure", "small, answers/s", "large, answers/s", "large is", "small, processor µs", "large, processor µs"],
        [[
            measure, *(f"{growth.median(by_ledger, name, 'rate'):.0f}" for name in ("small", "large")), f"{growth.kept(by_ledger):.2f}",
            *(f"{growth.median(by_ledger, name, 'processor'):.1f}" for name in ("small", "large")),
        ] for measure, by_ledger in samples.items()])
    return growth.verdicts(samples)


def of_cards(page, _):
    if settings.CARD_READING.exists():
        output = subprocess.run([settings.CARD_READING], check=True, capture_output=True, text=True).stdout.strip()
        page.say(f"\n## Reading cards\n\n```\n{output}\n```")


PARTS = {"rounds": of_rounds, "memory": of_memory, "idle": of_idle, "start": of_start, "growth": of_growth, "cards": of_cards}
