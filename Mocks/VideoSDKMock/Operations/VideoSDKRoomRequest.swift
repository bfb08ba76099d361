import HTTPTypes
import JSONCoding

/// What somebody wants who makes a room, checked.
struct VideoSDKRoomRequest {
  let customRoomID: String?
  let webhook: VideoSDKHook?
  let settings: VideoSDKRoomSettings

  private static let members = [
    "customRoomId", "webhook", "autoCloseConfig", "autoStartConfig", "allowedParticipantIds", "geoFence", "region",
    "multiComposition",
  ]

  init(_ body: VideoSDKBody, _ options: VideoSDKMockOptions) throws(VideoSDKRefusal) {
    if options.refusesUnknownFields { try body.allow(Self.members) }
    customRoomID = body["customRoomId"] == nil ? nil : try body.required("customRoomId")
    webhook = try body.object("webhook").map(Self.webhook)
    var settings = VideoSDKRoomSettings()
    settings.autoClose = try body.object("autoCloseConfig").map(Self.autoClose)
    settings.geoFence = try body.string("geoFence")
    settings.multiComposition = try body.object("multiComposition").map(Self.multiComposition)
    settings.allowedParticipantIDs = try body.strings("allowedParticipantIds") ?? []
    settings.autoStart = try body.object("autoStartConfig").map { config throws(VideoSDKRefusal) in
      try Self.autoStart(config, options)
    }
    self.settings = settings
  }

  /// The endpoint, and which events it hears of: exact names, or what they begin with and a star.
  private static func webhook(_ body: VideoSDKBody) throws(VideoSDKRefusal) -> VideoSDKHook {
    try body.allow(["endPoint", "events"])
    let url = try body.required("endPoint")
    try checkWebhook(url, "webhook.endPoint")
    let events = try body.strings("events") ?? []
    for event in events {
      let name = event.hasSuffix("*") ? event.dropLast() : event[...]
      guard !event.isEmpty, name.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 }) else {
        throw .invalid("webhook.events", "must hold names of events, * or patterns such as session*")
      }
    }
    return VideoSDKHook(url: url, events: events)
  }

  /// HTTPS, at most 512 letters; on the loopback, where tests listen, plain HTTP too.
  static func checkWebhook(_ text: String, _ field: String) throws(VideoSDKRefusal) {
    guard text.utf8.count <= 512 else { throw .invalid(field, "must have at most 512 letters") }
    guard let url = AbsoluteURL(text), url.isSecure || isLoopback(url.host) else {
      throw .invalid(field, "must be an https URL")
    }
  }

  private static let loopback = ["127.0.0.0/8", "::1/128"].compactMap { NetworkRange($0) }

  private static func isLoopback(_ host: String) -> Bool {
    guard let address = NetworkAddress(host) else { return host == "localhost" }
    return loopback.contains { $0.contains(address) }
  }

  private static func autoClose(_ body: VideoSDKBody) throws(VideoSDKRefusal) -> VideoSDKRoomSettings.AutoClose {
    try body.allow(["type", "duration"])
    let name = try body.oneOf("type", VideoSDKRoomSettings.AutoClose.Kind.allCases.map(\.rawValue))
    guard let type = name.flatMap(VideoSDKRoomSettings.AutoClose.Kind.init(rawValue:)) else {
      throw .invalid("autoCloseConfig.type", "is required")
    }
    return .init(type: type, minutes: try body.int("duration", within: 1...100_000) ?? 480)
  }

  private static func multiComposition(_ body: VideoSDKBody) throws(VideoSDKRefusal) -> JSONObject {
    try body.allow(["recording", "hls", "rtmp"])
    for name in ["recording", "hls", "rtmp"] { _ = try body.bool(name) }
    return body.members
  }

  private static func autoStart(
    _ body: VideoSDKBody, _ options: VideoSDKMockOptions
  ) throws(VideoSDKRefusal) -> JSONObject {
    try body.allow(["recording", "hls"])
    let shape = VideoSDKEgressRequest(options)
    if let recording = try body.object("recording") { try shape.check(recording, .recording, needsRoom: false) }
    if let hls = try body.object("hls") { try shape.check(hls, .hls, needsRoom: false) }
    return body.members
  }
}
