import GatewayEngine
import JSONCoding
import MeetingCore

/// Bodies that start recordings, broadcasts and transcriptions.
enum EgressRequests {
  static let broadcastKinds = ["hls", "rtmp"]

  static func recording(_ call: Call) throws(GatewayError) -> StartEgress {
    try BodyReader.read(call.body) { fields in
      let participant = fields.id("participant", prefix: "par_")
      let mode = fields.choice("mode", RecordingMode.allCases) ?? (participant == nil ? .room : .participant)
      if participant != nil, mode == .room {
        fields.report("participant", "not_allowed", "goes with the modes participant and track")
      }
      return .recording(mode, audioOnly: fields.boolean("audio_only"), participant: participant)
    }
  }

  static func broadcast(_ call: Call) throws(GatewayError) -> StartEgress {
    try BodyReader.read(call.body) { fields in
      let kind = fields.has("kind") ? fields.choice("kind", Kind.allCases) : fields.missing("kind")
      let url = fields.rtmpAddress("url")
      let key = fields.text("key", maximum: Limits.streamKeyLength, nullable: true, minimum: 1)
      switch kind {
      case .rtmp:
        if !fields.has("url") { fields.report("url", "required", "must be given") }
        return .rtmp(url: url ?? "", key: key)
      case .hls, nil:
        for name in ["url", "key"] where kind != nil && fields.has(name) {
          fields.report(name, "not_allowed", "goes with the kind rtmp")
        }
        return .hls
      }
    }
  }

  static func transcription(_ call: Call) throws(GatewayError) -> StartEgress {
    try BodyReader.read(call.body) { fields in
      .transcription(
        language: fields.text("language", maximum: Limits.languageLength, nullable: true, minimum: 1),
        captions: fields.boolean("captions") ?? true)
    }
  }

  enum Kind: String, CaseIterable { case hls, rtmp }
}

extension BodyReader {
  /// An id of ours; nil when absent, null or reported.
  fileprivate func id(_ name: String, prefix: String) -> String? {
    guard let value = optional(name) else { return nil }
    if let text = value.stringValue, ID.isOurs(text, prefix: prefix) { return text }
    report(name, value.stringValue == nil ? "wrong_type" : "invalid_id", "must be an id that begins with \(prefix)")
    return nil
  }

  /// An rtmp or rtmps address without anything that could not stand in one.
  fileprivate func rtmpAddress(_ name: String) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.stringValue else {
      report(name, "wrong_type", "must be a string")
      return nil
    }
    let scheme = ["rtmps://", "rtmp://"].first { text.lowercased().hasPrefix($0) }
    let isPrintable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    if let scheme, isPrintable, text.utf8.count > scheme.utf8.count, text.utf8.count <= Limits.rtmpBytes { return text }
    report(name, "invalid", "must be an rtmp or rtmps address of at most \(Limits.rtmpBytes) bytes")
    return nil
  }
}
