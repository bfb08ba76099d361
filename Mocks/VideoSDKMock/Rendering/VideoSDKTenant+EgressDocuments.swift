import JSONCoding
import MockKit

extension VideoSDKTenant {
  /// A recording of a whole room.
  func recordingDocument(_ one: VideoSDKEgress, transcript: VideoSDKTranscript? = nil) -> JSON {
    let end = VideoSDKTime.rest(one.stoppedAt)
    let path = filePath(of: one)
    var document: JSONObject = [
      "id": .string(one.id), "userId": .string(userID), "roomId": .string(one.roomID),
      "sessionId": .string(one.sessionID), "createdAt": VideoSDKTime.rest(one.startedAt), "updatedAt": end,
      "fileId": .string(one.id),
      "file": [
        "id": .string(one.id),
        "meta": [
          "resolution": ["width": 1280, "height": 720], "format": "mp4",
          "duration": .integer(((one.stoppedAt ?? one.startedAt) - one.startedAt) / 1_000_000_000),
        ],
        "filePath": .string(path), "fileUrl": fileAddress(one), "size": 1_048_576, "type": "video", "ratio": "16:9",
        "userStorage": .bool(usesOwnStorage(one)), "createdAt": end, "updatedAt": end,
      ],
    ]
    if let transcript { document["transcription"] = self.document(transcript) }
    return .object(document)
  }

  /// Null where the customer's own storage holds the file.
  private func fileAddress(_ one: VideoSDKEgress) -> JSON { usesOwnStorage(one) ? .null : .string(fileURL(of: one)) }

  private func usesOwnStorage(_ one: VideoSDKEgress) -> Bool {
    one.request["awsDirPath"] != nil || one.request["preSignedUrl"] != nil
  }

  /// A recording of one person or one track.
  func partDocument(_ one: VideoSDKEgress) -> JSON {
    let name = one.participantID.flatMap { sessions[one.sessionID]?.participants[$0]?.name }
    return [
      "id": .string(one.id), "roomId": .string(one.roomID), "sessionId": .string(one.sessionID),
      "participantId": .text(one.participantID), "participantName": .text(name),
      "files": [["fileUrl": fileAddress(one)]], "webhook": .text(one.webhookURL),
      "start": VideoSDKTime.rest(one.startedAt), "end": VideoSDKTime.rest(one.stoppedAt),
    ]
  }

  func document(_ merge: VideoSDKMerge) -> JSON {
    [
      "id": .string(merge.id), "sessionId": .string(merge.sessionID),
      "status": merge.endedAt == nil ? "processing" : "completed", "start": VideoSDKTime.rest(merge.startedAt),
      "end": VideoSDKTime.rest(merge.endedAt),
      "file": merge.endedAt == nil ? .null : ["fileUrl": .string("\(Self.cdn)/merged/\(merge.id).mp4")],
    ]
  }

  func hlsDocument(_ one: VideoSDKEgress, _ base: String) -> JSON {
    let (playback, live) = (playbackURL(of: one), livestreamURL(of: one))
    return [
      "id": .string(one.id), "roomId": .string(one.roomID), "sessionId": .string(one.sessionID),
      "start": VideoSDKTime.rest(one.startedAt), "end": VideoSDKTime.rest(one.stoppedAt),
      "links": [
        "get_room": .string("\(base)/v2/rooms/\(one.roomID)"),
        "get_session": .string("\(base)/v2/sessions/\(one.sessionID)"),
      ],
      "playbackHlsUrl": .string(playback), "livestreamUrl": .string(live), "downstreamUrl": .string(live),
    ]
  }

  func playbackURL(of one: VideoSDKEgress) -> String { "\(Self.cdn)/hls/\(one.id)/playback.m3u8" }
  func livestreamURL(of one: VideoSDKEgress) -> String { "\(Self.cdn)/hls/\(one.id)/live.m3u8" }

  func livestreamDocument(_ one: VideoSDKEgress) -> JSON {
    [
      "id": .string(one.id), "sessionId": .string(one.sessionID), "roomId": .string(one.roomID),
      "outputs": one.request["outputs"] ?? [], "start": VideoSDKTime.rest(one.startedAt),
      "end": VideoSDKTime.rest(one.stoppedAt),
    ]
  }

  func transcriptionDocument(_ one: VideoSDKEgress) -> JSON {
    [
      "id": .string(one.id), "status": one.stoppedAt == nil ? "running" : "stopped",
      "extension": [
        "enabled": .bool(one.stoppedAt == nil), "provider": "videosdk",
        "extensionConfig": ["roomId": .string(one.roomID), "sessionId": .string(one.sessionID)],
      ],
      "webhookUrl": .text(one.webhookURL), "start": VideoSDKTime.rest(one.startedAt),
      "end": VideoSDKTime.rest(one.stoppedAt),
    ]
  }

  func document(_ transcript: VideoSDKTranscript) -> JSON {
    let path = "transcriptions/\(transcript.id)"
    let isDone = transcript.endedAt != nil
    func file(_ kind: String) -> JSON { isDone ? .string("\(Self.cdn)/\(path).\(kind)") : .null }
    return [
      "id": .string(transcript.id), "status": isDone ? "completed" : "processing",
      "roomId": .string(transcript.roomID), "sessionId": .string(transcript.sessionID),
      "recordingId": .string(transcript.recordingID), "filePath": isDone ? .string(path) : .null,
      "transcriptionFilePaths": [
        "json": file("json"), "srt": file("srt"), "txt": file("txt"), "tsv": file("tsv"), "vtt": file("vtt"),
      ],
      "summarizedFilePaths": ["txt": transcript.hasSummary ? file("summary.txt") : .null],
      "start": VideoSDKTime.rest(transcript.startedAt), "end": VideoSDKTime.rest(transcript.endedAt),
    ]
  }

  /// What a webhook says of something that runs.
  func hookData(_ one: VideoSDKEgress) -> JSONObject {
    var data: JSONObject = ["meetingId": .string(one.roomID), "sessionId": .string(one.sessionID)]
    switch one.kind {
    case .recording: addFile(of: one, to: &data)
    case .participant(let id):
      data["participantId"] = .string(id)
      data["fileFormat"] = one.request["fileFormat"] ?? "webm"
      addDetails(of: one, to: &data)
    case .track(let id, _):
      data["participantId"] = .string(id)
      data["kind"] = one.request["kind"]
      addDetails(of: one, to: &data)
    case .composite:
      data["id"] = .string(one.id)
      addDetails(of: one, to: &data)
    case .hls: addAddresses(of: one, to: &data)
    case .livestream: break
    case .transcription:
      data["id"] = .string(one.id)
      data["type"] = "realtime"
    }
    return data
  }

  private func addFile(of one: VideoSDKEgress, to data: inout JSONObject) {
    guard one.state == .stopped else { return }
    if options.namesRecordingIDs { data["id"] = .string(one.id) }
    data["filePath"] = .string(filePath(of: one))
    data["fileUrl"] = fileAddress(one)
  }

  private func addDetails(of one: VideoSDKEgress, to data: inout JSONObject) {
    guard one.state == .stopped else { return }
    data["fileDetails"] = [["filePath": .string(filePath(of: one)), "fileUrl": fileAddress(one)]]
  }

  private func addAddresses(of one: VideoSDKEgress, to data: inout JSONObject) {
    guard one.state == .started else { return }
    data["playbackHlsUrl"] = .string(playbackURL(of: one))
    if one.isPlayable { data["livestreamUrl"] = .string(livestreamURL(of: one)) }
  }
}
