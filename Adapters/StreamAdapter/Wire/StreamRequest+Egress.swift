import JSONCoding
import MeetingCore

/// Operations of recordings, broadcasts and transcriptions.
extension StreamRequest {
  static func startRecording(_ address: CallAddress, _ type: String) -> Self {
    call("StartRecording", "POST", address, ["recordings", type, "start"], body: [:])
  }

  static func stopRecording(_ address: CallAddress, _ type: String) -> Self {
    call("StopRecording", "POST", address, ["recordings", type, "stop"], body: [:])
  }

  static func listRecordings(_ address: CallAddress) -> Self {
    var request = call("ListRecordings", "GET", address, ["recordings"])
    request.readsAnswer = true
    return request
  }

  static func deleteRecording(_ address: CallAddress, session: String, name: String) -> Self {
    call("DeleteRecording", "DELETE", address, [session, "recordings", name])
  }

  static func listTranscriptions(_ address: CallAddress) -> Self {
    var request = call("ListTranscriptions", "GET", address, ["transcriptions"])
    request.readsAnswer = true
    return request
  }

  static func deleteTranscription(_ address: CallAddress, session: String, name: String) -> Self {
    call("DeleteTranscription", "DELETE", address, [session, "transcriptions", name])
  }

  static func startTranscription(_ address: CallAddress, language: String?, captions: Bool) -> Self {
    var body = JSONObject()
    body["language"] = language.map(JSON.string)
    body["enable_closed_captions"] = .bool(captions)
    return call("StartTranscription", "POST", address, ["start_transcription"], body: .object(body))
  }

  static func stopTranscription(_ address: CallAddress, captions: Bool) -> Self {
    call(
      "StopTranscription", "POST", address, ["stop_transcription"], body: ["stop_closed_captions": .bool(captions)])
  }

  static func startHLS(_ address: CallAddress) -> Self {
    var request = call("StartHLSBroadcasting", "POST", address, ["start_broadcasting"])
    request.readsAnswer = true
    return request
  }

  static func stopHLS(_ address: CallAddress) -> Self {
    call("StopHLSBroadcasting", "POST", address, ["stop_broadcasting"])
  }

  /// The service takes one at a time; several run beside each other by their names.
  static func startRTMP(_ address: CallAddress, name: String, url: String, key: String?) -> Self {
    var broadcast = JSONObject()
    broadcast["name"] = .string(name)
    broadcast["stream_url"] = .string(url)
    broadcast["stream_key"] = key.map(JSON.string)
    return call(
      "StartRTMPBroadcasts", "POST", address, ["rtmp_broadcasts"], body: ["broadcasts": [.object(broadcast)]])
  }

  static func stopRTMP(_ address: CallAddress, name: String) -> Self {
    call("StopRTMPBroadcast", "POST", address, ["rtmp_broadcasts", name, "stop"], body: [:])
  }

  /// Settings of a call that need no more than themselves.
  static func setting(_ address: CallAddress, _ block: String, _ value: JSON) -> Self {
    var settings = JSONObject()
    settings[block] = value
    return call("UpdateCall", "PATCH", address, body: ["settings_override": .object(settings)])
  }
}
