"""What the figures were taken on."""

import os
import platform
import subprocess
import time

from . import settings


def describe():
    """One line a fact."""
    memory = next(int(line.split()[1]) for line in open("/proc/meminfo", encoding="ascii") if line.startswith("MemTotal:"))
    yield f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC"
    yield f"{model()}, {os.cpu_count()} cores, {memory / 1024 / 1024:.0f} GiB, Linux {platform.release()}"
    yield f"load average before the run: {os.getloadavg()[0]:.2f}"
    yield ", ".join([
        output(settings.GATEWAY, "--version"), output("nginx", "-v").replace("nginx version: ", ""), output("go", "version").removeprefix("go version "),
        f"Node {output('node', '--version')}", output("wrk", "-v").split(" Copyright")[0], output("openssl", "version").split(" (")[0]])


def model():
    names = [line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if line.startswith("model name")]
    return names[0] if names else platform.machine()


def output(*command):
    """The first line that a program says of itself, to whichever of its outputs."""
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.stdout.strip().splitlines()[0]
