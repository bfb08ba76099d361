import JSONCoding
import MockKit

/// What recordings leave, and what is made of it afterwards.
extension VideoSDKTenant {
  /// Where files would be, if anybody fetched them.
  static let cdn = "https://cdn.videosdk.example"

  /// The path of what a recording or broadcast left.
  func filePath(of egress: VideoSDKEgress) -> String {
    let directory = egress.request["dirPath"] ?? egress.request["awsDirPath"] ?? egress.request["bucketDirPath"]
    let folder = directory?.stringValue ?? "encoded/videos"
    let format = egress.request["fileFormat"]?.stringValue ?? (egress.participantID == nil ? "mp4" : "webm")
    return "\(folder)/\(egress.id).\(format)"
  }

  func fileURL(of egress: VideoSDKEgress) -> String { "\(Self.cdn)/\(filePath(of: egress))" }

  /// A transcript is begun where the recording was asked for one.
  mutating func beginTranscript(of egressID: String, at now: Int64) {
    guard let one = egress[egressID], [.recording, .hls].contains(one.kind),
      let wish = one.request["transcription"], wish["enabled"]?.boolValue == true
    else { return }
    let transcript = VideoSDKTranscript(
      id: identifiers.object(), roomID: one.roomID, sessionID: one.sessionID, recordingID: one.id,
      hasSummary: wish["summary"]?["enabled"]?.boolValue ?? false, startedAt: now, order: nextRank())
    transcripts[transcript.id] = transcript
    emitTranscript("started", transcript)
    agenda.add(.transcribed(id: transcript.id), at: now + seconds(options.transcriptAfterSeconds))
  }

  mutating func finishTranscript(_ id: String, at now: Int64) {
    transcripts[id]?.endedAt = now
    if let transcript = transcripts[id] { emitTranscript("completed", transcript) }
  }

  private mutating func emitTranscript(_ step: String, _ transcript: VideoSDKTranscript) {
    emit(
      "transcription-" + step, transcript.roomID,
      [
        "id": .string(transcript.id), "type": "post", "meetingId": .string(transcript.roomID),
        "sessionId": .string(transcript.sessionID),
      ])
  }

  mutating func finishMerge(_ id: String, at now: Int64) {
    merges[id]?.endedAt = now
    guard let merge = merges[id] else { return }
    emit(
      "merge-recording-completed", merge.roomID,
      ["id": .string(id), "meetingId": .string(merge.roomID), "sessionId": .string(merge.sessionID)])
  }
}
