package import Clocks
import Cryptography
package import HTTPTypes
import JSONCoding
package import MockKit
import Synchronization

/// The vendor VideoSDK: its REST interface, its accounts, its webhooks and its signalling.
package final class VideoSDKMock: MockVendor {
  package let name = "videosdk"
  package let version = "v2"
  package let configuration: VideoSDKMockConfiguration
  private let time: any TimeSource
  private let tenants: Mutex<[String: VideoSDKTenant]>
  /// Hides the ICE servers of the bootstrap.
  let iceCipher: Mutex<VideoSDKIceCipher>
  /// Signs webhooks; one for all accounts.
  let signature = VideoSDKSignature()

  /// `time` is the vendor's clock: token expiry, sessions and timers follow it.
  package init(configuration: VideoSDKMockConfiguration = VideoSDKMockConfiguration(), time: any TimeSource) {
    self.configuration = configuration
    self.time = time
    tenants = Mutex(Self.seed(configuration))
    iceCipher = Mutex(
      configuration.options.signalling.iceCipher ?? VideoSDKIceCipher(seed: configuration.seed ^ 0x49_4345))
  }

  private static func seed(_ configuration: VideoSDKMockConfiguration) -> [String: VideoSDKTenant] {
    var tenants: [String: VideoSDKTenant] = [:]
    for (index, account) in configuration.accounts.enumerated() {
      let seed = configuration.seed &+ UInt64(index) &* 0x1_0000_0001
      tenants[account.apiKey] = VideoSDKTenant(account: account, options: configuration.options, seed: seed)
    }
    return tenants
  }

  var now: Int64 { time.wallNanoseconds }

  package func operation(for head: HTTPRequestHead) -> String? {
    VideoSDKRoutes.table.match(head.method, head.path)?.operation.rawValue ?? signallingOperation(for: head)
  }

  package func answer(_ request: HTTPRequest) -> MockAnswer {
    let match = VideoSDKRoutes.table.match(request.head.method, request.head.path)
    switch match?.operation {
    case .getPublicKey: return MockAnswer(HTTPResponse(json: ["publicKey": .string(signature.publicKey)]))
    case .publishWHIP: return answerPublishing(request)
    case .endWHIP: return answerEndOfPublishing(request, connection: match?.parameters["connection"] ?? "")
    default: break
    }
    if let answer = signallingAnswer(request) { return answer }
    let exchange = VideoSDKExchange(request: request, now: now, options: configuration.options)
    let outcome = tenants.withLock { exchange.run(&$0) }
    return MockAnswer(HTTPResponse(json: outcome.document, status: outcome.status), events: outcome.events)
  }

  package func refusal(status: Int, operation: String?) -> HTTPResponse {
    HTTPResponse(json: VideoSDKRefusal.generic(status).document, status: status)
  }

  package var nextDeadline: Int64? { tenants.withLock { $0.values.compactMap(\.agenda.next).min() } }

  package func runDueTimers() -> [MockEvent] {
    let now = now
    return tenants.withLock { tenants in
      configuration.accounts.flatMap { account in
        tenants[account.apiKey]?.runTimers(until: now)
        tenants[account.apiKey]?.tellPeers()
        return tenants[account.apiKey]?.takeEvents() ?? []
      }
    }
  }

  package func reset() {
    let fresh = Self.seed(configuration)
    let former = tenants.withLock { tenants in
      defer { tenants = fresh }
      return tenants
    }
    signature.reset()
    for tenant in former.values { tenant.closeSockets() }
  }

  /// Works on one account: what came of it is told to the sockets before anybody else can change anything, and the events
  /// for webhooks are returned, for the engine to publish. nil when there is no such account.
  func work<Value: Sendable, Failure: Error>(
    on apiKey: String, _ body: (inout VideoSDKTenant) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, events: [MockEvent])? {
    try tenants.withLock { tenants throws(Failure) in
      guard var tenant = tenants.removeValue(forKey: apiKey) else { return nil }
      defer { tenants[apiKey] = tenant }
      let value = try body(&tenant)
      tenant.tellPeers()
      return (value, tenant.takeEvents())
    }
  }

  /// Looks at one account; nil when there is no such account.
  func look<Value: Sendable>(at apiKey: String, _ body: (VideoSDKTenant) -> Value) -> Value? {
    tenants.withLock { $0[apiKey].map(body) }
  }
}
