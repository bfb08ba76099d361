import HTTPTypes
import JSONCoding
import MockKit

/// One REST request from routing to answer: route, token, body, work, in this order.
struct VideoSDKExchange {
  struct Outcome {
    let status: Int
    let document: JSON
    var events: [MockEvent] = []
  }

  let request: HTTPRequest
  let now: Int64
  let options: VideoSDKMockOptions

  func run(_ tenants: inout [String: VideoSDKTenant]) -> Outcome {
    do throws(VideoSDKRefusal) {
      guard let match = VideoSDKRoutes.table.match(request.head.method, request.head.path),
        let query = QueryParameters(request.head.query)
      else { throw .missing("Not Found") }
      let authenticator = VideoSDKAuthenticator(options: options, now: now)
      let token = try authenticator.token(of: request.head)
      guard let key = VideoSDKToken.apiKey(token), var tenant = tenants.removeValue(forKey: key) else {
        throw .token(.invalidToken, "Token is invalid")
      }
      defer { tenants[key] = tenant }
      let claims = try authenticator.claims(token, secret: tenant.account.secret)
      return try work(&tenant, match, query, claims)
    } catch {
      return refused(error)
    }
  }

  private func work(
    _ tenant: inout VideoSDKTenant, _ match: RouteTable<VideoSDKOperation>.Match, _ query: QueryParameters,
    _ claims: VideoSDKClaims
  ) throws(VideoSDKRefusal) -> Outcome {
    let input = VideoSDKInput(
      operation: match.operation, parameters: match.parameters, query: query,
      body: try VideoSDKBody(bytes: request.body), claims: claims, now: now, base: base)
    do throws(VideoSDKRefusal) {
      let document = try tenant.perform(input)
      tenant.tellPeers()
      return Outcome(status: 200, document: document, events: tenant.takeEvents())
    } catch {
      // Whatever refuses has changed nothing; what it had already begun to say is not said.
      _ = (tenant.takeEvents(), tenant.takeAnnouncements())
      throw error
    }
  }

  private func refused(_ refusal: VideoSDKRefusal) -> Outcome {
    let status = refusal.kind == .token ? options.tokenRefusalStatus : refusal.status
    return Outcome(status: status, document: refusal.document)
  }

  /// Links lead back to whatever the caller reached.
  private var base: String { request.head.fields["Host"].map { "http://\($0)" } ?? "https://api.videosdk.live" }
}
