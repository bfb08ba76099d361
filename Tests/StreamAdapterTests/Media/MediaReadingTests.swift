import JSONCoding
import Testing

@testable import StreamAdapter

@Suite("What the media server says")
struct MediaReadingTests {
  private static let participant: JSON = [
    "user_id": "ann", "session_id": "a", "published_tracks": ["audio", "hologram"],
    "joined_at": "2026-01-01T00:00:00.5Z", "roles": ["host"], "connection_quality": "splendid", "is_speaking": true,
    "is_dominant_speaker": false, "audio_level": 0.5, "name": nil,
  ]

  private func read(_ json: JSON) throws(MediaFailure) -> MediaReading.Message {
    try MediaReading.message(json.bytes())
  }

  @Test("a participant, with values of tomorrow left out")
  func participant() throws {
    let read = try read(["type": "ParticipantUpdated", "participant": Self.participant])
    #expect(
      read
        == .event(
          .participantUpdated(
            MediaParticipant(
              userID: "ann", sessionID: "a", roles: ["host"], joinedAt: 1_767_225_600_500_000_000, tracks: [.audio],
              quality: .unspecified, isSpeaking: true, audioLevel: 0.5))))
  }

  @Test(
    "events that carry little",
    arguments: [
      (["type": "CallEnded", "reason": "LIVE_ENDED"], .callEnded(.liveEnded)),
      (["type": "CallEnded", "reason": "TIRED"], .callEnded(.other("TIRED"))),
      (
        [
          "type": "ConnectionQualityChanged", "user_id": "u", "session_id": "s", "connection_quality": "poor",
        ], .connectionQuality(userID: "u", sessionID: "s", quality: .poor)
      ),
      (
        ["type": "TrackUnpublished", "user_id": "u", "session_id": "s", "track_type": "screen_share"],
        .trackUnpublished(userID: "u", sessionID: "s", track: .screenShare, cause: .other(""))
      ),
      (["type": "PinsChanged", "pins": []], .pins([])),
      (["type": "AudioLevelChanged", "audio_levels": []], .audioLevels([])),
      (
        ["type": "Error", "error": ["code": "X", "message": "m", "should_retry": true]],
        .error(MediaRefusal(code: "X", message: "m", mayRetry: true))
      ),
    ] as [(JSON, MediaEvent)])
  func plain(_ row: (frame: JSON, event: MediaEvent)) throws {
    #expect(try read(row.frame) == .event(row.event))
  }

  @Test("a track of a sort that nobody knows is no event")
  func unknownTrack() throws {
    let frame: JSON = ["type": "TrackPublished", "user_id": "u", "session_id": "s", "track_type": "smell"]
    #expect(try read(frame) == .unknown)
  }

  @Test("answers name their request")
  func answers() throws {
    #expect(try read(["type": "UpdateMuteStatesResponse", "request_id": 3, "error": nil]) == .answer(request: 3, nil))
  }

  @Test(
    "what is not as it must be is named by its place",
    arguments: [
      ([:], "/type"), (["type": 1], "/type"), (["type": "ParticipantJoined"], "/participant/user_id"),
      (["type": "GoAway", "reason": nil], "/reason"),
      (
        ["type": "HealthCheckResponse", "participant_count": ["total": -1, "anonymous": 0]], "/participant_count/total"
      ),
      (
        ["type": "HealthCheckResponse", "participant_count": ["total": 3, "anonymous": .integer(.max)]],
        "/participant_count/anonymous"
      ),
      (
        [
          "type": "AudioLevelChanged",
          "audio_levels": [["user_id": "u", "session_id": "s", "level": 2, "is_speaking": true]],
        ], "/audio_levels/0/level"
      ),
      (["type": "CallGrantsUpdated", "current_grants": [:]], "/current_grants/can_publish_audio"),
      (["type": "UpdateMuteStatesResponse", "request_id": "x"], "/request_id"),
    ] as [(JSON, String)])
  func pointers(_ row: (frame: JSON, pointer: String)) {
    #expect(throws: MediaFailure.badMessage(pointer: row.pointer)) { try read(row.frame) }
  }
}
