import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Store

/// A request of somebody known, ready to be prepared by its route.
struct Call: Sendable {
  let caller: Caller
  let head: HTTPRequestHead
  let parameters: PathParameters
  let query: Query
  /// nil when there was none.
  let body: JSON?
  /// As received.
  let bytes: [UInt8]
  /// Set when the caller sent an `Idempotency-Key`.
  let claim: IdempotencyClaim?

  /// The room the path names. An id that cannot be ours is not looked up.
  var room: String {
    get throws(GatewayError) { try id("room", prefix: "room_") }
  }

  /// An id of ours in the path, e.g. `par_…`; anything of another form is not found.
  func id(_ name: String, prefix: String) throws(GatewayError) -> String {
    let value = parameters[name]
    guard ID.isOurs(value, prefix: prefix) else { throw GatewayError(.notFound, "no such \(name)") }
    return value
  }

  /// An external id in the path.
  func externalID(_ name: String) throws(GatewayError) -> String {
    let value = parameters[name]
    if let issue = ExternalID.issue(with: value, at: "path:" + name) {
      throw GatewayError(.invalidRequest, "the path is not valid").with { $0.issues = [issue] }
    }
    return value
  }
}
