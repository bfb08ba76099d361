import JSONCoding
import Testing

@testable import StreamAdapter

@Suite("Mutated words of the vendor to a client")
struct ClientMutationTests {
  private static let corpus = [
    #"{"type":"call.updated","call":{"cid":"a:b","custom":{"t":1},"backstage":true,"current_session_id":"s","session":{"id":"s","participants":[{"user_session_id":"1","user":{"id":"ann"},"joined_at":"2026-01-01T00:00:00Z"}],"participants_count_by_role":{"user":3},"anonymous_participant_count":2}}}"#,
    #"{"type":"call.session_participant_joined","participant":{"user_session_id":"2","user":{"id":"bob","name":"Bob"},"role":"user"}}"#,
    #"{"type":"call.session_participant_left","participant":{"user_session_id":"1","user":{"id":"ann"}}}"#,
    #"{"type":"call.session_participant_count_updated","participants_count_by_role":{"user":7},"anonymous_participant_count":1}"#,
    #"{"type":"call.permission_request","user":{"id":"ann"},"permissions":["send-audio","send-video"]}"#,
    #"{"type":"call.permissions_updated","user":{"id":"me"},"own_capabilities":["send-audio"]}"#,
    #"{"type":"call.member_added","members":[{"user_id":"ann","role":"host","user":{"id":"ann"}}]}"#,
    #"{"type":"call.member_removed","members":["ann"]}"#, #"{"type":"call.blocked_user","user":{"id":"bob"}}"#,
    #"{"type":"call.ended","call":{"ended_at":"2026-01-01T00:00:00Z"}}"#, "[]", "7",
  ]

  @Test("a client's state stays sound, whatever it is told and in whatever order")
  func state() {
    var reducer = CallReducer(me: "me")
    let start = MediaStart(
      participants: [MediaParticipant(userID: "me", sessionID: "own", tracks: [.audio])],
      counts: MediaCounts(total: 1, anonymous: 0))
    var heard = 0
    Campaign.run(Self.corpus) { input in
      guard let event = try? JSON.parse(input, mode: .vendor) else { return .refused }
      heard += 1
      if heard % 50 == 0 { reducer = CallReducer(me: "me") }
      if heard % 50 == 20 { reducer.join(start, as: "own") }
      _ = reducer.take(event: event)
      return verdict(reducer.snapshot)
    }
  }

  private func verdict(_ snapshot: CallSnapshot) -> Verdict {
    let people = snapshot.participants.map(\.userId)
    return .holds([
      "one row per person, in order": people == Set(people).sorted(),
      "one row per device": Set(snapshot.devices.map(\.id)).count == snapshot.devices.count,
      "who is listed is counted": snapshot.participantCount >= people.count,
      "nobody is counted below zero": snapshot.anonymousParticipantCount >= 0,
      "only who publishes speaks": snapshot.activeSpeakers.allSatisfy(\.hasAudio),
      "requests have an end": snapshot.permissionRequests.count <= CallReducer.mostRequests,
      "members are there once": Set(snapshot.members.map(\.id)).count == snapshot.members.count,
    ])
  }
}
