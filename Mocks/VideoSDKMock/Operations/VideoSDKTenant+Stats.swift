import JSONCoding
import MockKit

/// How well a session went. There is no media, so the numbers are those of an undisturbed connection.
extension VideoSDKTenant {
  private static let mostSamples: Int64 = 100

  /// One sample a minute, of the session or of one person in it.
  func stats(of session: VideoSDKSession, _ participant: VideoSDKParticipant?, at now: Int64) -> JSON {
    let start = participant?.timelog.first?.start ?? session.startedAt
    let end = participant.map { $0.timelog.last?.end ?? now } ?? session.endedAt ?? now
    let count = min(Self.mostSamples, max(0, end - start) / 60_000_000_000 + 1)
    var document: JSONObject = ["sessionId": .string(session.id), "roomId": .string(session.roomID)]
    if let participant {
      document["participantId"] = .string(participant.participantID)
      document["deviceInfo"] = participant.deviceInfo ?? .null
      document["sdkInfo"] = .null
      document["location"] = .null
      document["network"] = .null
      document["resolutionUsage"] = []
    }
    document["data"] = .array((0..<count).map { Self.sample(at: start + $0 * 60_000_000_000) })
    return .object(document)
  }

  private static func sample(at time: Int64) -> JSON {
    [
      "time": VideoSDKTime.rest(time), "sentAudioPacketLoss": 0, "sentVideoPacketLoss": 0,
      "receivedAudioPacketLoss": 0, "receivedVideoPacketLoss": 0, "averageAudioRtt": 24, "averageVideoRtt": 24,
      "audioJitter": 2, "videoJitter": 2, "audioBitrate": 32, "videoBitrate": 0,
      "qualityScore": ["audio": 5, "video": 5],
    ]
  }
}
