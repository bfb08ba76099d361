import JSONCoding
import MockKit

/// The life of recordings, broadcasts and transcriptions: they start with an event, stop with one, and leave files a while
/// later.
extension StreamTenant {
  mutating func begin(
    _ kind: StreamEgress.Kind, in cid: String, at now: Int64, url: String? = nil, key: String? = nil,
    language: String? = nil
  ) {
    guard let call = calls[cid], call.running(kind) == nil else { return }
    var egress = StreamEgress(
      id: identifiers.uuid(), kind: kind, sessionID: call.running?.id ?? "", startedAt: now, language: language)
    egress.url = url
    egress.key = key
    calls[cid]?.egress.append(egress)
    announce("started", egress, cid, at: now)
  }

  /// Ends what fits; each leaves its files.
  mutating func endEgress(_ cid: String, at now: Int64, where condition: (StreamEgress) -> Bool = { _ in true }) {
    for egress in calls[cid]?.egress.filter(condition) ?? [] {
      calls[cid]?.egress.removeAll { $0.id == egress.id }
      let files = files(of: egress, cid, at: now)
      calls[cid]?.files += files
      announce("stopped", egress, cid, at: now)
    }
    reconsider(cid)
  }

  /// It breaks off, or what it left cannot be made.
  mutating func failEgress(_ id: String?, _ cid: String, at now: Int64) -> Bool {
    if let egress = calls[cid]?.egress.last(where: { id == nil || $0.id == id }) {
      calls[cid]?.egress.removeAll { $0.id == egress.id }
      announce("failed", egress, cid, at: now)
      return true
    }
    guard let file = calls[cid]?.files.last(where: { !$0.isReady && (id == nil || $0.egressID == id) }) else {
      return false
    }
    calls[cid]?.files.removeAll { $0.egressID == file.egressID && !$0.isReady }
    let egress = StreamEgress(
      id: file.egressID, kind: file.kind, sessionID: file.sessionID, startedAt: file.startedAt)
    announce("failed", egress, cid, at: now)
    return true
  }

  /// Files whose time has come, or all that are waited for. How many there were.
  mutating func makeFilesReady(
    _ cid: String, at now: Int64, where condition: (StreamFile) -> Bool
  ) -> Int {
    var count = 0
    for index in calls[cid]?.files.indices ?? 0..<0 {
      guard let file = calls[cid]?.files[index], !file.isReady, condition(file) else { continue }
      calls[cid]?.files[index].readyAt = nil
      announceReady(file, cid, at: now)
      count += 1
    }
    return count
  }

  /// What a call's settings say is to start by itself, once its session is live.
  mutating func beginAutomatically(_ cid: String, at now: Int64) {
    guard let call = calls[cid], call.running != nil, !call.backstage else { return }
    for (block, name, kind) in Self.automatic where call.setting(block, name)?.stringValue == "auto-on" {
      begin(kind, in: cid, at: now)
    }
    if call.settings["broadcasting"]?["hls"]?["auto_on"]?.boolValue == true { begin(.hls, in: cid, at: now) }
  }

  private static var automatic: [(block: String, name: String, kind: StreamEgress.Kind)] {
    [
      ("recording", "mode", .composite), ("individual_recording", "mode", .individual),
      ("raw_recording", "mode", .raw), ("transcription", "mode", .transcription),
      ("transcription", "closed_caption_mode", .captions),
    ]
  }

  /// One file of the whole, or one per person who was there.
  private func files(of egress: StreamEgress, _ cid: String, at now: Int64) -> [StreamFile] {
    let ready = now + Int64(options.filesReadyAfterSeconds) * 1_000_000_000
    func file(_ suffix: String) -> StreamFile {
      StreamFile(
        egressID: egress.id, kind: egress.kind, name: "\(egress.id)_\(suffix)", sessionID: egress.sessionID,
        startedAt: egress.startedAt, endedAt: now, readyAt: ready)
    }
    switch egress.kind {
    case .composite: return [file("composite.mp4")]
    case .transcription: return [file("transcript.jsonl")]
    case .individual, .raw:
      return people(in: egress, cid).map { file("\($0).\(egress.kind == .raw ? "zip" : "webm")") }
    case .frames, .hls, .rtmp, .captions: return []
    }
  }

  private func people(in egress: StreamEgress, _ cid: String) -> [String] {
    guard let session = calls[cid]?.session, session.id == egress.sessionID else { return [] }
    return session.order.compactMap { session.participants[$0] }.filter { participant in
      !participant.isAnonymous && participant.leftAt ?? .max >= egress.startedAt
    }.map(\.id)
  }

  // MARK: Events

  private mutating func announce(_ step: String, _ egress: StreamEgress, _ cid: String, at now: Int64) {
    guard let call = calls[cid] else { return }
    switch egress.kind {
    case .composite, .individual, .raw:
      emit(
        "call.recording_" + step, cid, at: now,
        ["egress_id": .string(egress.id), "recording_type": .string(egress.kind.recordingType ?? "")])
    case .frames: emitCall("call.frame_recording_" + step, call, at: now, ["egress_id": .string(egress.id)])
    case .transcription:
      var members: JSONObject = ["egress_id": .string(egress.id)]
      if step == "failed" { members["error"] = "the transcription service failed" }
      emit("call.transcription_" + step, cid, at: now, members)
    case .captions: emit("call.closed_captions_" + step, cid, at: now)
    case .rtmp(let name): emit("call.rtmp_broadcast_" + step, cid, at: now, ["name": .string(name)])
    case .hls where step == "started":
      emitCall(
        "call.hls_broadcasting_started", call, at: now, ["hls_playlist_url": .string(playlist(of: egress, call))])
    case .hls: emit("call.hls_broadcasting_" + step, cid, at: now)
    }
  }

  private mutating func announceReady(_ file: StreamFile, _ cid: String, at now: Int64) {
    let members: JSONObject = ["egress_id": .string(file.egressID)]
    if let type = file.kind.recordingType {
      var all = members
      all["recording_type"] = .string(type)
      all["call_recording"] = document(file, .hook, at: now)
      emit("call.recording_ready", cid, at: now, all)
    } else {
      var all = members
      all["call_transcription"] = document(file, .hook, at: now)
      emit("call.transcription_ready", cid, at: now, all)
    }
  }
}

extension StreamCall {
  /// What runs of a kind; nil when none does.
  func running(_ kind: StreamEgress.Kind) -> StreamEgress? { egress.first { $0.kind == kind } }
}
