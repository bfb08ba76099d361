import Cryptography
import Testing

@Suite struct WebhookSignerTests {
  /// The example of the scheme's own documents.
  @Test func aSignatureIsTheSchemes() throws {
    let signer = try #require(WebhookSigner(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")))
    let signature = signer.signature(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test(arguments: [
    "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_not base64 at all !!!!!!!!!!!!!!",
  ])
  func whatIsNoSecretIsNone(_ text: String) { #expect(WebhookSigner(Secret(text)) == nil) }

  @Test func aSecretMadeOfAKeyIsOne() {
    let secret = WebhookSigner.secret(from: [1, 2, 3], purpose: "tests")
    #expect(WebhookSigner(secret) != nil)
    #expect(secret != WebhookSigner.secret(from: [1, 2, 3], purpose: "others"))
  }
}
