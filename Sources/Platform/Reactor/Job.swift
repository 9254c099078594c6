/// What an executor runs: a piece of a task, or a closure.
enum Job: Sendable {
    case task(UnownedJob)
    case work(@Sendable () -> Void)
}

/// The jobs of an executor's own thread, first in, first out. Only that thread touches them, so adding one takes no lock and wakes nobody.
struct JobQueue {
    private var incoming: [Job] = []

    var isEmpty: Bool { incoming.isEmpty }

    mutating func append(_ job: Job) {
        incoming.append(job)
    }

    mutating func append(contentsOf jobs: [Job]) {
        incoming.append(contentsOf: jobs)
    }

    /// Gives `batch`, which is empty but has room, the jobs that wait, and keeps its room for the next ones.
    mutating func exchange(for batch: inout [Job]) {
        swap(&incoming, &batch)
    }
}
