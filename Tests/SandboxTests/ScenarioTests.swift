import Testing

@testable import Sandbox

@Suite("Which amount does what (contract, section 7)")
struct ScenarioTests {
    @Test(
        "The last three digits choose the reply",
        arguments: [
            (10_000, .accept), (150_000, .accept), (10_051, .decline), (150_400, .refuse(status: 400)), (20_401, .refuse(status: 401)),
            (999_999_999_500, .refuse(status: 500)), (10_502, .acceptAfterTwoBadGateways), (10_504, .silence), (10_520, .acceptAndCut),
            (10_900, .accept), (10_901, .accept), (10_902, .accept), (10_903, .accept), (10_904, .accept), (10_905, .accept), (51_000, .accept),
        ] as [(Int64, Scenario.Reply)])
    func reply(amount: Int64, reply: Scenario.Reply) {
        #expect(Scenario(amount: amount).reply == reply)
    }

    @Test(
        "The last three digits choose the callbacks",
        arguments: [
            (10_000, [PlannedCallback(.success)]), (10_051, [PlannedCallback(.failed)]), (10_400, []), (10_401, []), (10_500, []),
            (10_502, [PlannedCallback(.success)]), (10_504, []), (10_520, [PlannedCallback(.success)]),
            (10_900, [PlannedCallback(.success, copies: 2)]), (10_901, [PlannedCallback(.failed), PlannedCallback(.success)]),
            (10_902, [PlannedCallback(.expired)]), (10_903, [PlannedCallback(.success, signature: .wrong)]), (10_904, []),
        ] as [(Int64, [PlannedCallback])])
    func callbacks(amount: Int64, callbacks: [PlannedCallback]) {
        #expect(Scenario(amount: amount).callbacks == callbacks)
    }
}
