import Cryptography
import JSONCoding
import MeetingCore

/// A call that the bridge has opened: its id, and where the rest of it happens.
struct BridgeCall: Sendable {
  let id: String
  /// Goes with everything that follows.
  let token: Secret?
  let connectPath: String
  let eventsPath: String?
  let pullPath: String?
  let renegotiatePath: String?
  let servers: [ICEServer]

  /// nil when the answer names no call, or a place that is not the bridge's.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON.parse(bytes, mode: .vendor), let creds = json["creds"],
      let id = json["callId"]?.stringValue, !id.isEmpty, let connect = Self.path(creds["connectUrl"])
    else { return nil }
    let token = creds["token"]?.stringValue ?? ""
    if !PlainText.isVisible(token) { return nil }
    let extra = creds["extra"]
    self.id = id
    self.token = token.isEmpty ? nil : Secret(token)
    connectPath = connect
    eventsPath = Self.path(extra?["eventsUrl"])
    pullPath = Self.path(extra?["pullUrl"])
    renegotiatePath = Self.path(extra?["renegotiateUrl"])
    servers = ICEServerReading.read(creds["iceServers"])
  }

  /// A place at the bridge itself: the call's token goes nowhere else.
  private static func path(_ json: JSON?) -> String? {
    guard let text = json?.stringValue, !text.isEmpty, PlainText.isVisible(text), !text.contains("://"),
      !text.contains("\\"), !text.hasPrefix("//")
    else { return nil }
    return text.hasPrefix("/") ? text : "/" + text
  }
}
