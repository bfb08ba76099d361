import HTTPTypes
import JSONCoding
import MockKit

/// WHIP: somebody joins by an offer of media, and sends without ever receiving.
extension VideoSDKMock {
  /// `POST /v2/whip?roomId=&participantId=&displayName=`
  func answerPublishing(_ request: HTTPRequest) -> MockAnswer {
    answerPublisher(request) { (tenant: inout VideoSDKTenant, claims, query) throws(VideoSDKRefusal) in
      guard request.head.fields["Content-Type"]?.lowercased().hasPrefix("application/sdp") == true else {
        throw VideoSDKRefusal(415, "the body must be application/sdp")
      }
      guard let offer = SessionDescription(request.body) else {
        throw VideoSDKRefusal(400, "the body is no session description")
      }
      return try tenant.publish(offer, claims, query, at: now)
    }
  }

  /// `DELETE /v2/whip/sessions/{connection}?participantId=`
  func answerEndOfPublishing(_ request: HTTPRequest, connection: String) -> MockAnswer {
    answerPublisher(request) { (tenant: inout VideoSDKTenant, claims, query) throws(VideoSDKRefusal) in
      try tenant.endPublishing(connection, claims, query["participantId"], at: now)
      return HTTPResponse(status: 200)
    }
  }

  /// Runs what a token may do that is good for joining.
  private func answerPublisher(
    _ request: HTTPRequest,
    _ body: (inout VideoSDKTenant, VideoSDKClaims, QueryParameters) throws(VideoSDKRefusal) -> HTTPResponse
  ) -> MockAnswer {
    do throws(VideoSDKRefusal) {
      guard let query = QueryParameters(request.head.query) else { throw VideoSDKRefusal(400, "malformed query") }
      let now = now
      let options = configuration.options
      let token = try VideoSDKAuthenticator(options: options, now: now).token(of: request.head)
      let done = try work(on: VideoSDKToken.apiKey(token) ?? "") { tenant throws(VideoSDKRefusal) in
        let claims = try VideoSDKToken(options: options, now: now).claims(token, secret: tenant.account.secret)
        return try body(&tenant, claims, query)
      }
      guard let done else { throw .token(.invalidToken, "Token is invalid") }
      return MockAnswer(done.value, events: done.events)
    } catch {
      let status = error.kind == .token ? configuration.options.tokenRefusalStatus : error.status
      return MockAnswer(HTTPResponse(json: error.document, status: status))
    }
  }
}
