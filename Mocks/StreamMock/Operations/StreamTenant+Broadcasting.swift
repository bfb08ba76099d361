import JSONCoding
import MockKit

/// HLS and RTMP broadcasts, and what starts and stops with the stage.
extension StreamTenant {
  mutating func broadcast(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    switch input.operation {
    case .startHLS:
      try checkBroadcasting("hls", input)
      try start(.hls, "start-broadcasting", input, needsSession: options.broadcastsNeedSession)
      guard let call = calls[input.cid], let hls = call.running(.hls) else { return [:] }
      return ["playlist_url": .string(playlist(of: hls, call))]
    case .stopHLS: try stop(.hls, "stop-broadcasting", input)
    case .startRTMP: try startRTMP(input)
    case .stopRTMP: try stopRTMP(input)
    default:
      let call = try call(input, requiring: "stop-broadcasting")
      endEgress(call.cid, at: input.now) { if case .rtmp = $0.kind { true } else { false } }
    }
    return [:]
  }

  private func checkBroadcasting(_ sort: String, _ input: StreamInput) throws(StreamRefusal) {
    let settings = calls[input.cid]?.settings["broadcasting"]
    if settings?["enabled"]?.boolValue == false || settings?[sort]?["enabled"]?.boolValue == false {
      throw .input("broadcasting is disabled for this call")
    }
  }

  private mutating func startRTMP(_ input: StreamInput) throws(StreamRefusal) {
    try checkBroadcasting("rtmp", input)
    guard let broadcast = input["broadcasts"]?.arrayValue?.first, let name = broadcast["name"]?.stringValue else {
      throw .input("field 'broadcasts' is a required field")
    }
    let call = try call(input, requiring: "start-broadcasting")
    if call.running(.rtmp(name: name)) != nil { throw .input("rtmp broadcast \(name) is already running") }
    try start(
      .rtmp(name: name), "start-broadcasting", input, url: broadcast["stream_url"]?.stringValue,
      key: broadcast["stream_key"]?.stringValue, needsSession: options.broadcastsNeedSession)
  }

  private mutating func stopRTMP(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "stop-broadcasting")
    let kind = StreamEgress.Kind.rtmp(name: input.parameters["name"] ?? "")
    guard call.running(kind) != nil else { throw .missing("rtmp broadcast doesn't exist") }
    endEgress(call.cid, at: input.now) { $0.kind == kind }
  }

  // MARK: With the stage

  /// What `go_live` starts.
  static let starts: [(flag: String, kind: StreamEgress.Kind)] = [
    ("start_recording", .composite), ("start_composite_recording", .composite),
    ("start_individual_recording", .individual), ("start_raw_recording", .raw), ("start_hls", .hls),
    ("start_transcription", .transcription), ("start_closed_caption", .captions),
  ]

  /// Throws where something wanted needs a session and there is none.
  func checkStarts(_ input: StreamInput, _ call: StreamCall) throws(StreamRefusal) {
    let wanted = Self.starts.filter { input.flag($0.flag) }.map(\.kind)
    let needing = wanted.filter { $0 != .hls || options.broadcastsNeedSession }
    if !needing.isEmpty, call.running == nil { throw .input("there is no active session") }
  }

  mutating func beginAlong(_ input: StreamInput) {
    for (flag, kind) in Self.starts where input.flag(flag) { begin(kind, in: input.cid, at: input.now) }
  }

  /// What `stop_live` ends: everything that no flag keeps.
  mutating func endAlong(_ input: StreamInput) {
    endEgress(input.cid, at: input.now) { egress in !Self.flags(keeping: egress.kind).contains(where: input.flag) }
  }

  private static func flags(keeping kind: StreamEgress.Kind) -> [String] {
    switch kind {
    case .composite: ["continue_recording", "continue_composite_recording"]
    case .individual: ["continue_individual_recording"]
    case .raw: ["continue_raw_recording"]
    case .frames: []
    case .hls: ["continue_hls"]
    case .rtmp: ["continue_rtmp_broadcasts"]
    case .transcription: ["continue_transcription"]
    case .captions: ["continue_closed_caption"]
    }
  }
}
