import JSONCoding
import MeetingCore

/// What recordings and broadcasts show.
enum Composition {
  /// `audioOnly` nil = as the kind of room is.
  static func config(_ kind: RoomKind, audioOnly: Bool? = nil) -> JSONObject {
    var config = JSONObject()
    config["mode"] = audioOnly ?? (kind != .meeting) ? "audio" : "video-and-audio"
    return config
  }
}
