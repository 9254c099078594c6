import Testing

@testable import IFortePay

@Suite struct ProviderAddressTests {
    @Test(arguments: [
        ("https://api-stage.ifortepay.id", "https://api-stage.ifortepay.id/card-v2/v1/charge"),
        ("https://api-dev.mcpayment.id:5443/v2/", "https://api-dev.mcpayment.id:5443/v2/card-v2/v1/charge"),
        ("http://[::1]:8090", "http://[::1]:8090/card-v2/v1/charge"),
    ]) func `a path is put behind the address`(text: String, url: String) {
        #expect(ProviderAddress(text)?.url(of: .charge) == url)
    }

    @Test(arguments: [
        "", "api.ifortepay.id", "ftp://a", "https://", "https://:443", "https:///x", "https://user@host", "https://a b", "https://a?x=1",
        "https://a#x", "https://a\n", "https://é",
    ]) func `what is no plain http or https URL is refused`(text: String) {
        #expect(ProviderAddress(text) == nil)
    }
}
