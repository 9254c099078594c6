"""What the environment may turn."""

import os
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent
ROOT = FOLDER.parent

# How often each measure is taken of each server, in turns, and for how long. Often and short: a shared machine's pace changes within seconds, and a
# ratio is only as good as its two were close to each other.
ROUNDS = int(os.environ.get("ROUNDS", 10))
SECONDS_EACH = int(os.environ.get("SECONDS_EACH", 1))
# The binary to measure; the one of `make release` unless another is named.
GATEWAY = pathlib.Path(os.environ.get("GATEWAY_BINARY", ROOT / ".build/release/payment-gateway")).resolve()
CARD_READING = ROOT / ".build/release/card-reading-bench"
# Parts to run, comma separated (rounds, memory, idle, start, growth, cards), and within the rounds the measures whose names hold a text.
PARTS = os.environ.get("PARTS", "rounds,memory,idle,start,cards" + (",growth" if os.environ.get("GROWTH") else "")).split(",")
ONLY = os.environ.get("ONLY", "")
# Rows of the large ledger.
GROWTH_ROWS = int(os.environ.get("GROWTH_ROWS", 5_000_000))
RESULTS = pathlib.Path(os.environ.get("RESULTS", FOLDER / "results.md"))

# Programs that are built for a run, kept so that the next one need not.
BUILT = ROOT / ".build/bench"
