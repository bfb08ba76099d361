import Cryptography
import HTTPTypes
import JSONCoding

/// The requests that open a session of the messaging service.
struct MessagingRequests: Sendable {
  let account: PolyAccount

  /// Makes a new, nameless user. The only request that the connector's token goes with.
  func accessToken(correlation: String) -> PolyRequest {
    var fields = common(correlation)
    fields["X-Token"] = account.connectorToken.revealed
    fields["X-Host"] = account.hostIdentifier
    return PolyRequest(
      operation: "access-token", method: "POST", url: Secret(account.hosts.restBase + "/access-token"),
      fields: fields, body: Array("{}".utf8))
  }

  /// Opens a session of that user's.
  func session(_ accessToken: Secret, correlation: String) -> PolyRequest {
    var fields = common(correlation)
    fields["Authorization"] = "Bearer " + accessToken.revealed
    fields["User-Agent"] = "Switchboard-PolyAdapter"
    let body: JSON = ["streaming_enabled": true, "platform": "custom", "device_type": "desktop"]
    return PolyRequest(
      operation: "sessions", method: "POST", url: Secret(account.hosts.restBase + "/sessions"), fields: fields,
      body: body.bytes())
  }

  /// The session's socket. What the base has in its query stays.
  func socket(_ accessToken: Secret, session: String) -> Secret {
    let base = account.hosts.messagingSocket
    let query =
      "access_token=\(PercentEncoding.encode(accessToken.revealed))&session_id=\(PercentEncoding.encode(session))"
    let separator = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
    return Secret(base + separator + query)
  }

  private func common(_ correlation: String) -> HTTPFields {
    [
      "Content-Type": "application/json", "Accept": "application/json", "X-Polyai-Correlation-Id": correlation,
    ]
  }
}
