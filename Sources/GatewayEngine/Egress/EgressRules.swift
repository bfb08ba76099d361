import Cryptography
import MeetingCore
import RoomReducer

/// Whether a provider can do what is asked for, said before it is asked.
struct EgressRules: Sendable {
  let services: Services

  /// Throws `capability_unsupported` or `invalid_request`; returns whom alone to record, where somebody is named.
  func check(_ request: StartEgress, _ state: RoomState) async throws(GatewayError) -> Participant? {
    let room = state.room
    switch request {
    case .recording(let mode, _, let participant):
      let control = try services.require(.recording, room)
      guard control.recordingModes.contains(mode), participant == nil || control.recordsSingleParticipants else {
        throw lacking(mode, participant, room)
      }
      if participant == nil, control.singleParticipantModes.contains(mode) { throw Self.unnamed(mode) }
      return try await single(participant, state)
    case .hls: _ = try services.require(.hls, room)
    case .rtmp: _ = try services.require(.rtmp, room)
    case .transcription(let language, _): try check(language, try services.require(.transcription, room))
    }
    return nil
  }

  /// What may be kept and shown of a wish.
  static func plan(_ request: StartEgress, _ participant: Participant?) -> EgressPlan {
    switch request {
    case .recording(let mode, let audioOnly, _):
      .recording(mode, audioOnly: audioOnly, participant: participant?.vendorName)
    case .hls: .hls
    case .rtmp(let url, let key):
      .rtmp(destination: destination(url, hasKey: key != nil), fingerprint: fingerprint(url, key))
    case .transcription(let language, let captions): .transcription(language: language, captions: captions)
    }
  }

  private func lacking(_ mode: RecordingMode, _ participant: String?, _ room: Room) -> GatewayError {
    let what = participant == nil ? "record by \(mode.rawValue)" : "record one participant alone"
    return .unsupported("\(room.provider) cannot \(what)", .recording, room)
  }

  private static func unnamed(_ mode: RecordingMode) -> GatewayError {
    GatewayError(.invalidRequest, "the provider records by \(mode.rawValue) one participant at a time").with {
      $0.issues = [FieldIssue(pointer: "/participant", code: "required", message: "must be given in this mode")]
    }
  }

  private func single(_ id: String?, _ state: RoomState) async throws(GatewayError) -> Participant? {
    guard let id else { return nil }
    let participant = try await RoomReader(services: services).anyParticipant(id, state)
    guard participant.isConnected else { throw GatewayError(.participantLeft, "the participant has left") }
    return participant
  }

  private func check(_ language: String?, _ transcribing: any Transcribing) throws(GatewayError) {
    guard let language, let known = transcribing.languages, !known.contains(language) else { return }
    throw GatewayError(.invalidRequest, "the provider has no such language").with {
      $0.issues = [
        FieldIssue(
          pointer: "/language", code: "not_allowed", message: "must be one of " + known.sorted().joined(separator: ", ")
        )
      ]
    }
  }

  /// Scheme, host and the first part of the path: what comes after it is often the key. Where there is no other key, the
  /// last part is the key.
  static func destination(_ url: String, hasKey: Bool) -> String {
    let plain = url.prefix { $0 != "?" && $0 != "#" }
    guard let colon = plain.firstRange(of: "://"),
      let authority = plain[colon.upperBound...].split(separator: "/", maxSplits: 1).first,
      let host = authority.split(separator: "@").last, isHost(host)
    else { return "" }
    let parts = plain[authority.endIndex...].split(separator: "/")
    let path = hasKey ? parts[...] : parts.dropLast()
    return plain[..<colon.upperBound] + ([host] + path.prefix(1)).joined(separator: "/")
  }

  /// A slash in a password ends the authority in its middle: then what looks like a host is none.
  private static func isHost(_ text: Substring) -> Bool {
    let behind = text.hasPrefix("[") ? text.split(separator: "]").last ?? "" : text
    guard let colon = behind.firstIndex(of: ":") else { return true }
    return behind[behind.index(after: colon)...].allSatisfy(\.isNumber)
  }

  private static func fingerprint(_ url: String, _ key: String?) -> String {
    Hex.encode(Array(SHA256.digest(Array("\(url)\n\(key ?? "")".utf8)).prefix(16)))
  }
}
