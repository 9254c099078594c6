import Reactor

/// A request that found its route, on the way to its answer.
struct Inquiry {
    let head: RequestHead
    let match: RouteTree.Match
    let since: MonotonicTime
}
