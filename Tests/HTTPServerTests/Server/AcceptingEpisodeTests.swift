import Reactor
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(1))) struct AcceptingEpisodeTests {
    @Test("A shortage that follows the end of another is of the same episode, whichever thread tells of it")
    func followsAtOnce() async throws {
        let loop = try EventLoop(name: "episode")
        let (events, told) = AsyncStream.makeStream(of: ServerEvent.self)
        let episode = AcceptingEpisode { told.yield($0) }
        for _ in 1...2 {
            episode.pauses(.descriptors)
            episode.resumes(on: loop)
        }
        var iterator = events.makeAsyncIterator()
        guard case .acceptingPaused(.descriptors)? = await iterator.next() else {
            Issue.record("nobody was told that connections wait")
            return
        }
        guard case .acceptingResumed(let duration)? = await iterator.next() else {
            Issue.record("the episode was told of twice")
            return
        }
        #expect(duration >= .seconds(1), "the calm that ends an episode")
        await loop.shutdown()
        told.finish()
        #expect(await iterator.next() == nil, "and nothing more")
    }
}
