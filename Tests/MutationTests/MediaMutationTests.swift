import JSONCoding
import Testing

@testable import StreamAdapter

@Suite("Mutated words of the media server")
struct MediaMutationTests {
  private static let person =
    #"{"user_id":"ann","session_id":"a","published_tracks":["audio"],"joined_at":"2026-01-01T00:00:00Z","roles":["host"],"connection_quality":"good","is_speaking":true,"is_dominant_speaker":false,"audio_level":0.5,"name":"Ann","image":null}"#

  private static let corpus = [
    #"{"type":"JoinResponse","reconnected":false,"call_state":{"participants":[\#(person)],"participant_count":{"total":1,"anonymous":0},"started_at":"2026-01-01T00:00:00Z","pins":[{"user_id":"ann","session_id":"a"}]}}"#,
    #"{"type":"ParticipantJoined","call_cid":"a:b","participant":\#(person)}"#,
    #"{"type":"ParticipantLeft","participant":\#(person),"reason":null}"#,
    #"{"type":"TrackPublished","user_id":"ann","session_id":"a","track_type":"audio"}"#,
    #"{"type":"TrackUnpublished","user_id":"ann","session_id":"a","track_type":"audio","cause":"MODERATION"}"#,
    #"{"type":"AudioLevelChanged","audio_levels":[{"user_id":"ann","session_id":"a","level":0.25,"is_speaking":true}]}"#,
    #"{"type":"DominantSpeakerChanged","user_id":"ann","session_id":"a"}"#,
    #"{"type":"CallGrantsUpdated","current_grants":{"can_publish_audio":true,"can_publish_video":false,"can_screenshare":false}}"#,
    #"{"type":"HealthCheckResponse","participant_count":{"total":3,"anonymous":40}}"#,
    #"{"type":"UpdateMuteStatesResponse","request_id":3,"error":{"code":"PERMISSION_DENIED","message":"m","should_retry":false}}"#,
    #"{"type":"GoAway","reason":"R"}"#, #"{"type":"CallEnded","reason":"KICKED"}"#, "[]", "7",
  ]

  @Test("what is read is sound, whatever was sent")
  func reading() {
    Campaign.run(Self.corpus) { input in
      do throws(MediaFailure) {
        return Self.verdict(try MediaReading.message(input))
      } catch {
        if case .badMessage = error { return .refused }
        return .broken("another failure than of the message: \(error)")
      }
    }
  }

  @Test("a client's state stays sound, whatever the media server says")
  func state() {
    let start = MediaStart(
      participants: [MediaParticipant(userID: "me", sessionID: "own", tracks: [.audio])],
      counts: MediaCounts(total: 1, anonymous: 0))
    var reducer = CallReducer(me: "me")
    var heard = 0
    Campaign.run(Self.corpus) { input in
      guard case .event(let event)? = try? MediaReading.message(input) else { return .refused }
      if heard % 50 == 0 {
        reducer = CallReducer(me: "me")
        reducer.join(start, as: "own")
      }
      heard += 1
      _ = reducer.take(media: event)
      let snapshot = reducer.snapshot
      return .holds([
        "one row per person": Set(snapshot.participants.map(\.userId)).count == snapshot.participants.count,
        "only who publishes speaks": snapshot.activeSpeakers.allSatisfy(\.hasAudio),
        "levels are shares": snapshot.participants.allSatisfy { (0...1).contains($0.audioLevel) },
        "the last ten levels": snapshot.participants.allSatisfy { $0.audioLevels.count <= 10 },
      ])
    }
  }

  private static func verdict(_ message: MediaReading.Message) -> Verdict {
    switch message {
    case .welcome(let start):
      .holds([
        "levels are shares": start.participants.allSatisfy { (0...1).contains($0.audioLevel) },
        "nobody is counted below zero": start.counts.total >= 0 && start.counts.anonymous >= 0,
      ])
    case .event(.audioLevels(let levels)):
      .holds(["levels are shares": levels.allSatisfy { (0...1).contains($0.level) }])
    case .event(.counts(let counts)): .holds(["counts": counts.total >= 0 && counts.anonymous >= 0])
    case .event, .answer, .unknown: .accepted
    }
  }
}
