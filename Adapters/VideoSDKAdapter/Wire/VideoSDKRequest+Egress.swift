import JSONCoding
import MeetingCore

/// Operations of recordings, broadcasts and transcriptions. All of them want a session that runs.
extension VideoSDKRequest {
  // MARK: Recordings

  static func startRecording(_ room: String, config: JSONObject) -> Self {
    words("recordings.start", ["v2", "recordings", "start"], ["roomId": .string(room), "config": .object(config)])
  }

  static func stopRecording(_ room: String) -> Self {
    words("recordings.end", ["v2", "recordings", "end"], ["roomId": .string(room)])
  }

  static func startRecording(of participant: String, in room: String, format: String) -> Self {
    words(
      "recordings.participant.start", ["v2", "recordings", "participant", "start"],
      ["roomId": .string(room), "participantId": .string(participant), "fileFormat": .string(format)])
  }

  static func stopRecording(of participant: String, in room: String) -> Self {
    words(
      "recordings.participant.stop", ["v2", "recordings", "participant", "stop"],
      ["roomId": .string(room), "participantId": .string(participant)])
  }

  static func startTrackRecording(of participant: String, kind: String, in room: String) -> Self {
    words(
      "recordings.track.start", ["v2", "recordings", "participant", "track", "start"],
      ["roomId": .string(room), "participantId": .string(participant), "kind": .string(kind)])
  }

  static func stopTrackRecording(of participant: String, kind: String, in room: String) -> Self {
    words(
      "recordings.track.stop", ["v2", "recordings", "participant", "track", "stop"],
      ["roomId": .string(room), "participantId": .string(participant), "kind": .string(kind)])
  }

  static func recordings(of room: String, _ mode: RecordingMode, page: Int) -> Self {
    var request = Self(
      operation: "recordings.list", method: "GET", path: ["v2", "recordings"] + folder(of: mode))
    request.query = [("roomId", room)] + paging(page)
    return request
  }

  static func deleteRecording(_ id: String, _ mode: RecordingMode) -> Self {
    var request = Self(
      operation: "recordings.delete", method: "DELETE", path: ["v2", "recordings"] + folder(of: mode) + [id])
    request.answer = .message
    return request
  }

  private static func folder(of mode: RecordingMode) -> [String] {
    switch mode {
    case .room: []
    case .participant: ["participant"]
    case .track: ["participant", "track"]
    }
  }

  // MARK: Broadcasts

  /// The only start that answers with an object.
  static func startHLS(_ room: String, config: JSONObject) -> Self {
    Self(
      operation: "hls.start", method: "POST", path: ["v2", "hls", "start"],
      body: ["roomId": .string(room), "config": .object(config)])
  }

  static func stopHLS(_ room: String) -> Self { words("hls.end", ["v2", "hls", "end"], ["roomId": .string(room)]) }

  static func startRTMP(_ room: String, _ output: BroadcastOutput, config: JSONObject) -> Self {
    words(
      "livestreams.start", ["v2", "livestreams", "start"],
      ["roomId": .string(room), "outputs": [output.json], "config": .object(config)])
  }

  static func stopRTMP(_ room: String) -> Self {
    words("livestreams.end", ["v2", "livestreams", "end"], ["roomId": .string(room)])
  }

  // MARK: Transcriptions

  static func startTranscription(_ room: String) -> Self {
    Self(
      operation: "transcriptions.realtime.start", method: "POST",
      path: ["ai", "v1", "realtime-transcriptions", "start"], body: ["roomId": .string(room)])
  }

  static func stopTranscription(_ room: String) -> Self {
    words(
      "transcriptions.realtime.end", ["ai", "v1", "realtime-transcriptions", "end"], ["roomId": .string(room)])
  }

  static func transcripts(of room: String, page: Int) -> Self {
    var request = Self(
      operation: "transcriptions.post.list", method: "GET", path: ["ai", "v1", "post-transcriptions"])
    request.query = [("roomId", room)] + paging(page)
    return request
  }

  // MARK: Keys

  /// What deliveries are signed with. Open to everybody.
  static var publicKey: Self {
    var request = Self(operation: "public.rsa_public_key", method: "GET", path: ["v2", "public", "rsa-public-key"])
    request.isOpen = true
    return request
  }

  private static func words(_ operation: String, _ path: [String], _ body: JSON) -> Self {
    var request = Self(operation: operation, method: "POST", path: path, body: body)
    request.answer = .message
    return request
  }
}
