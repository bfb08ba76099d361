import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore

/// Where vendors post to.
struct HookRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .post, "/v1/hooks/{provider}", body: .raw, isForBrowsers: false, toll: .hook,
        document: RouteDocument(
          "receiveHook", "providers", "Take a provider's delivery, signed in its own way",
          [.init(200, "Committed; no retry is wanted", "Empty")]),
        action: .open(receive))
    ]
  }

  /// Whatever makes a delivery untrustworthy, the answer is the same: it teaches nobody how to forge one.
  private func receive(_ call: OpenCall) async throws(GatewayError) -> Answer {
    let fields = call.head.fields
    let answer = try await gateway.receiveHook(provider: call.parameters["provider"], body: call.body) {
      fields.values(of: $0)
    }
    switch answer {
    case .accepted: return .json { $0.object { _ in } }
    case .unauthorized: throw GatewayError(.unauthenticated, "the delivery is not signed as it must be")
    case .unsupportedCoding(let coding):
      throw GatewayError(.unsupportedMediaType, "the content coding \(Self.printable(coding)) is not supported")
    case .noSuchProvider: throw GatewayError(.notFound, "no such provider")
    }
  }

  private static func printable(_ text: String) -> String {
    String(text.unicodeScalars.filter { (0x21...0x7E).contains($0.value) }.prefix(40).map(Character.init))
  }
}
