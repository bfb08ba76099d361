import JSONCoding

/// Checks what a request to start something says beside the room.
struct VideoSDKEgressRequest {
  /// What is asked for; the form of the request depends on it.
  enum Kind: Sendable { case recording, participant, track, composite, hls, livestream, transcription }

  private let options: VideoSDKMockOptions
  private static let mostTiles = 25
  private static let mostComposed = 3

  init(_ options: VideoSDKMockOptions) { self.options = options }

  func check(_ body: VideoSDKBody, _ kind: Kind, needsRoom: Bool = true) throws(VideoSDKRefusal) {
    if options.refusesUnknownFields { try body.allow(Self.members(kind)) }
    if needsRoom { _ = try body.required("roomId") }
    for name in ["templateUrl", "awsDirPath", "dirPath", "bucketDirPath", "preSignedUrl", "resourceId"] {
      _ = try body.string(name)
    }
    _ = try body.object("metadata")
    if let url = try body.string("webhookUrl") { try VideoSDKRoomRequest.checkWebhook(url, "webhookUrl") }
    _ = try body.oneOf("fileFormat", ["webm", "mp4", "m3u8"])
    if let config = try body.object("config") { try check(config, kind) }
    if let transcription = try body.object("transcription") { try checkTranscription(transcription) }
    if kind == .composite { try checkComposition(body) }
    if kind == .livestream { try checkOutputs(body) }
  }

  private static func members(_ kind: Kind) -> [String] {
    let room = ["roomId", "webhookUrl"]
    let files = ["awsDirPath", "bucketDirPath", "dirPath", "preSignedUrl", "resourceId"]
    switch kind {
    case .recording: return room + files + ["templateUrl", "config", "transcription"]
    case .participant: return room + files + ["participantId", "fileFormat", "metadata"]
    case .track: return room + files + ["participantId", "kind", "fileFormat", "metadata"]
    case .composite: return room + files + ["participants", "watermarks", "fileFormat", "metadata"]
    case .hls: return room + files + ["templateUrl", "config", "transcription"]
    case .livestream: return room + ["templateUrl", "config", "outputs"]
    case .transcription: return room
    }
  }

  private func check(_ config: VideoSDKBody, _ kind: Kind) throws(VideoSDKRefusal) {
    let more = kind == .hls ? ["recording"] : []
    if options.refusesUnknownFields {
      try config.allow(["layout", "theme", "mode", "quality", "orientation"] + more)
    }
    if let layout = try config.object("layout") {
      try layout.allow(["type", "priority", "gridSize"])
      _ = try layout.oneOf("type", ["GRID", "SPOTLIGHT", "SIDEBAR"])
      _ = try layout.oneOf("priority", ["SPEAKER", "PIN"])
      _ = try layout.int("gridSize", within: 1...Self.mostTiles)
    }
    _ = try config.oneOf("theme", ["DARK", "LIGHT", "DEFAULT"])
    _ = try config.oneOf("mode", ["video-and-audio", "audio"])
    _ = try config.oneOf("quality", ["low", "med", "high"])
    _ = try config.oneOf("orientation", ["portrait", "landscape"])
    _ = try config.object("recording")?.bool("enabled")
  }

  private func checkTranscription(_ wish: VideoSDKBody) throws(VideoSDKRefusal) {
    try wish.allow(["enabled", "summary"])
    _ = try wish.bool("enabled")
    guard let summary = try wish.object("summary") else { return }
    try summary.allow(["enabled", "prompt"])
    _ = try summary.bool("enabled")
    _ = try summary.string("prompt")
  }

  private func checkComposition(_ body: VideoSDKBody) throws(VideoSDKRefusal) {
    let people = try body.objects("participants") ?? []
    guard (1...Self.mostComposed).contains(people.count) else {
      throw .invalid("participants", "must have 1 to \(Self.mostComposed) entries")
    }
    for person in people {
      _ = try person.required("participantId")
      _ = try person.oneOf("kind", VideoSDKMedia.trackKinds)
    }
    guard try body.objects("watermarks")?.count ?? 0 <= Self.mostComposed else {
      throw .invalid("watermarks", "must have at most \(Self.mostComposed) entries")
    }
  }

  private func checkOutputs(_ body: VideoSDKBody) throws(VideoSDKRefusal) {
    let outputs = try body.objects("outputs") ?? []
    guard !outputs.isEmpty else { throw .invalid("outputs", "is required") }
    for output in outputs {
      let url = try output.required("url")
      guard url.hasPrefix("rtmp://") || url.hasPrefix("rtmps://") else {
        throw .invalid("outputs.url", "must be an rtmp or rtmps URL")
      }
      _ = try output.required("streamKey")
    }
  }
}
