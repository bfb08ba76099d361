import JSONCoding
import MockKit

extension StreamTenant {
  /// `egress` of a call.
  func egressDocument(_ call: StreamCall, _ view: StreamView) -> JSON {
    let broadcasts = call.egress.filter { if case .rtmp = $0.kind { true } else { false } }
    func status(_ kind: StreamEgress.Kind) -> JSON { call.running(kind) == nil ? .null : ["status": "running"] }
    let hls = call.running(.hls)
    return [
      "broadcasting": .bool(hls != nil || !broadcasts.isEmpty),
      "rtmps": .array(broadcasts.map { document($0, view) }),
      "hls": hls.map { ["playlist_url": .string(playlist(of: $0, call)), "status": "running"] } ?? .null,
      "composite_recording": status(.composite), "individual_recording": status(.individual),
      "raw_recording": status(.raw), "frame_recording": status(.frames),
    ]
  }

  private func document(_ broadcast: StreamEgress, _ view: StreamView) -> JSON {
    var name = ""
    if case .rtmp(let given) = broadcast.kind { name = given }
    return [
      "name": .string(name), "started_at": view.time(broadcast.startedAt), "stream_url": .text(broadcast.url),
      "stream_key": .text(broadcast.key),
    ]
  }

  func playlist(of egress: StreamEgress, _ call: StreamCall) -> String {
    "https://broadcasts.stream-io-video.example/\(account.apiKey)/\(call.type)/\(call.id)/\(egress.id)/playlist.m3u8"
  }

  /// A row of a list, or of the event that tells of it: its address is signed anew each time.
  func document(_ file: StreamFile, _ view: StreamView, at now: Int64) -> JSON {
    let expires = now / 1_000_000_000 + Int64(options.fileAddressSeconds)
    let url =
      "https://files.stream-io-video.example/\(account.apiKey)/\(file.sessionID)/\(file.name)"
      + "?Expires=\(expires)&Signature=\(identifiers.uuid())"
    var document: JSONObject = [
      "url": .string(url), "filename": .string(file.name), "session_id": .string(file.sessionID),
      "start_time": view.time(file.startedAt), "end_time": view.time(file.endedAt),
    ]
    if let type = file.kind.recordingType { document["recording_type"] = .string(type) }
    return .object(document)
  }
}
