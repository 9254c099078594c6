"""What the kernel says of a process and all that it started."""

import pathlib


def tree(pid):
    """The process and its descendants."""
    found, waiting = [], [pid]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        for children in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
            waiting += [int(child) for child in children.read_text().split()]
    return found


def processor_nanoseconds(pid):
    """What all threads have spent on a processor so far."""
    spent = 0
    for process in tree(pid):
        for schedule in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat"):
            try:
                spent += int(schedule.read_text().split()[0])
            except FileNotFoundError:
                pass  # the thread ended while we looked
    return spent


def memory(pid, field):
    """`VmRSS` or `VmHWM` in bytes, of all processes together: what they share is counted with each."""
    total = 0
    for process in tree(pid):
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                total += int(line.split()[1]) * 1024
    return total
