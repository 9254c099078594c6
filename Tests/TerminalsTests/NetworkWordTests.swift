import EMV
import Payments
import Testing

@Suite struct NetworkWordTests {
    @Test("Every network that a chip's application can name is one of the API's", arguments: ApplicationNetwork.allCases)
    func word(network: ApplicationNetwork) {
        #expect(CardNetwork(rawValue: network.rawValue) != nil)
    }
}
