import JSONCoding
import VendorTesting

typealias Wire = JSONSocket

extension JSONSocket {
  /// The first frame of a type, e.g. `answer` or `EVENT_TYPE_SESSION_END`.
  func frame(of type: String) async -> JSON? { await frame { $0["type"]?.stringValue == type } }

  /// `CODE text` of the next `error` frame.
  func error() async -> String {
    let frame = await frame(of: "error")
    return "\(frame?["data"]?["code"]?.stringValue ?? "none") \(frame?["data"]?["message"]?.stringValue ?? "")"
  }

  /// Everything said on the signalling socket up to now, in order.
  func heard() async -> [JSON] {
    await say(["type": "ping"])
    var frames: [JSON] = []
    while let frame = await next(), frame["type"] != "pong" { frames.append(frame) }
    return frames
  }
}
