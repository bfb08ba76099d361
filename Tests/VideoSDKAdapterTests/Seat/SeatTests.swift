import JSONCoding
import MeetingCore
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import VideoSDKMock

@testable import VideoSDKAdapter

/// The seat in a room of the mock, over its sockets.
@Suite struct SeatTests {
  private static func code(_ body: () async throws(ProviderFailure) -> ControlOutcome) async
    -> ProviderFailure.Reason?
  {
    await failure(body)?.reason
  }

  private static func tracks(_ id: String, _ isOn: Bool) -> Fact.Detail {
    .tracks(connection: id, [.audio: TrackState(publishing: isOn, muted: !isOn)])
  }

  @Test(arguments: [VideoSDKSeat.Mode.signallingOnly, .receiveOnly])
  func itHearsWhatHappens(_ mode: VideoSDKSeat.Mode) async throws {
    try await SeatBench.running(account: { $0.seat.mode = mode }) { bench in
      try await bench.seated {
        #expect(await bench.heard { if case .joined(let joined) = $0 { joined.person == "ana" } else { false } })
        try await bench.join("leo", ["mode": "RECV_ONLY"])
        #expect(await bench.heard { $0 == .mode(connection: "leo", publishes: false) })
        try await bench.change("ana", ["audio": false])
        #expect(await bench.heard { $0 == Self.tracks("ana", false) })
        try await bench.change("ana", ["audio": true])
        try await bench.act("active-speaker", ["participant_id": "ana"])
        #expect(await bench.heard { $0 == .speaker(connection: "ana", level: nil) })
        try await bench.change("leo", ["mode": "SEND_AND_RECV"])
        #expect(await bench.heard { $0 == .mode(connection: "leo", publishes: true) })
        try await bench.leave("leo")
        #expect(
          await bench.heard {
            if case .left(let connection, let person, _, _) = $0 {
              connection == "leo" && person == "leo"
            } else {
              false
            }
          })
      }
    }
  }

  /// It is in no list, no delivery tells of it, and it goes when it is told to.
  @Test func itIsNobody() async throws {
    try await SeatBench.running { bench in
      try await bench.seated {
        let seen = try await bench.provider.snapshots(
          of: [PresenceQuery(room: bench.room, version: 1)], bench.context)[bench.room.key]
        #expect(seen?.participants.map(\.joined.connection) == ["ana"])
        #expect(seen?.participants.map(\.publishes) == [true])
      }
      let inside = try await bench.control("GET", "state")
      #expect(!inside.text().contains(#""participant_id":"sb-seat-room_one","connected":true"#))
      #expect(bench.provider.seats.seat(in: bench.room.key) == nil)
      #expect(
        bench.told.facts.allSatisfy {
          if case .joined(let joined) = $0.detail { !ParticipantID.isSeat(joined.connection) } else { true }
        })
    }
  }

  @Test func mutingIsPendingUntilItShows() async throws {
    try await SeatBench.running { bench in
      try await bench.seated {
        let outcome = try await bench.provider.mute(
          [Target(person: "ana"), Target(person: "gone")], tracks: [.audio], in: bench.room, bench.context)
        #expect(outcome == .pending(confirmedBy: [.tracksOff(connection: "ana", [.audio])], within: .seconds(16)))
        #expect(await bench.heard { $0 == Self.tracks("ana", false) })
        let screens = await Self.code { () throws(ProviderFailure) in
          try await bench.provider.mute([Target(person: "ana")], tracks: [.screen], in: bench.room, bench.context)
        }
        #expect(screens == .invalid)
        let nobody = await Self.code { () throws(ProviderFailure) in
          try await bench.provider.mute([Target(person: "gone")], tracks: [.audio], in: bench.room, bench.context)
        }
        #expect(nobody == .participantNotFound)
      }
    }
  }

  @Test func unmutingIsAsked() async throws {
    try await SeatBench.running { bench in
      try await bench.seated {
        try await bench.change("ana", ["audio": false])
        #expect(await bench.heard { $0 == Self.tracks("ana", false) })
        let outcome = try await bench.provider.unmute(
          [Target(person: nil, connection: "ana")], tracks: [.audio], in: bench.room, bench.context)
        #expect(outcome == .asked(confirmedBy: [.tracksOn(connection: "ana", [.audio])], within: .seconds(15)))
      }
    }
  }

  /// Clients obey the seat there: nobody else's words may look like its own.
  @Test(arguments: [
    ("CHANGE_MODE_leo", true), ("CHANGE_MODE_", true), ("RAISE_HAND", true), ("REACTION", true), ("CHAT", false),
    ("change_mode_leo", false), ("poll", false),
  ])
  func whereTheSeatIsObeyedNobodyElseSpeaks(_ topic: String, _ isReserved: Bool) async throws {
    try await SeatBench.running { bench in #expect(bench.provider.isReserved(topic) == isReserved) }
  }

  /// Between our look at the room and our request.
  @Test func whoLeavesOnTheWayIsNotThere() async throws {
    try await SeatBench.running { bench in
      try await bench.seated {
        let provider = bench.provider
        let seat = try #require(provider.seats.seat(in: bench.room.key))
        seat.hear(.peerJoined(SignallingPeer(id: "gone", displayName: "gone", mode: .sendAndReceive)))
        let outcome = try await provider.mute(
          [Target(person: "gone"), Target(person: "ana")], tracks: [.audio], in: bench.room, bench.context)
        #expect(outcome == .pending(confirmedBy: [.tracksOff(connection: "ana", [.audio])], within: .seconds(16)))
        let alone = [Target(person: "gone")]
        let mute = await Self.code { () throws(ProviderFailure) in
          try await provider.mute(alone, tracks: [.audio], in: bench.room, bench.context)
        }
        let unmute = await Self.code { () throws(ProviderFailure) in
          try await provider.unmute(alone, tracks: [.audio], in: bench.room, bench.context)
        }
        #expect((mute, unmute) == (.participantNotFound, .participantNotFound))
        let person = Person(externalID: "gone")
        let role = try await provider.setRole(of: person, to: .listener, in: bench.room, bench.context)
        #expect(role.facts.map(\.detail) == [.memberChanged(person: "gone", role: .listener)])
        let rights = try await provider.change(
          person, granting: [], revoking: [.sendAudio], in: bench.room, bench.context)
        #expect(rights == .applied([]))
      }
    }
  }

  @Test func rolesAreAskedForAndFollowed() async throws {
    try await SeatBench.running { bench in
      try await bench.seated {
        let demoted = try await bench.provider.setRole(
          of: Person(externalID: "ana"), to: .listener, in: bench.room, bench.context)
        #expect(demoted == .asked(confirmedBy: [.mode(connection: "ana", publishes: false)], within: .seconds(15)))
        #expect(await bench.heard { $0 == .mode(connection: "ana", publishes: false) })
        let again = try await bench.provider.setRole(
          of: Person(externalID: "ana"), to: .listener, in: bench.room, bench.context)
        #expect(again == .applied([]), "it is so already")
        let granted = try await bench.provider.change(
          Person(externalID: "ana"), granting: [.sendAudio], revoking: [], in: bench.room, bench.context)
        #expect(granted == .asked(confirmedBy: [.mode(connection: "ana", publishes: true)], within: .seconds(15)))
        let absent = try await bench.provider.setRole(
          of: Person(externalID: "bo"), to: .speaker, in: bench.room, bench.context)
        #expect(absent.facts.map(\.detail) == [.memberChanged(person: "bo", role: .speaker)])
      }
    }
  }

  /// Whoever does not follow is silent all the same.
  @Test func whoMayNotPublishIsSwitchedOffAtOnce() async throws {
    try await SeatBench.running(.audioRoom, { $0.devicesObeyModeRequests = false }) { bench in
      try await bench.seated {
        let revoked = try await bench.provider.change(
          Person(externalID: "ana"), granting: [], revoking: [.sendAudio], in: bench.room, bench.context)
        #expect(revoked == .asked(confirmedBy: [.mode(connection: "ana", publishes: false)], within: .seconds(15)))
        #expect(await bench.heard { $0 == Self.tracks("ana", false) })
      }
    }
  }

  @Test func oneOfSeveralPermissionsIsSwitchedOffAlone() async throws {
    try await SeatBench.running(.meeting) { bench in
      try await bench.seated {
        let revoked = try await bench.provider.change(
          Person(externalID: "ana"), granting: [], revoking: [.sendVideo], in: bench.room, bench.context)
        #expect(revoked == .pending(confirmedBy: [.tracksOff(connection: "ana", [.video])], within: .seconds(16)))
      }
    }
  }

  @Test func handsMessagesAndReactionsAreHeard() async throws {
    try await SeatBench.running(account: { $0.topics = ["polls"] }) { bench in
      try await bench.seated {
        try await bench.act("permission-requests", ["participant_id": "ana"])
        #expect(await bench.heard { $0 == .permissionRequested(person: "ana", permissions: [.sendAudio]) })
        try await bench.act("messages", ["participant_id": "ana", "topic": "CHAT", "message": "hello"])
        #expect(
          await bench.heard {
            $0 == .message(RoomMessage(from: "ana", payload: JSONText(#""hello""#)), id: nil)
          })
        try await bench.act("messages", ["participant_id": "ana", "topic": "REACTION", "message": "wow"])
        #expect(
          await bench.heard { $0 == .reaction(RoomReaction(from: "ana", type: "wow", emoji: "wow"), id: nil) })
        try await bench.act("messages", ["participant_id": "ana", "topic": "polls", "message": "q"])
        #expect(
          await bench.heard {
            $0 == .message(RoomMessage(from: "ana", topic: "polls", payload: JSONText(#""q""#)), id: nil)
          })
      }
    }
  }

  /// It comes back as what it was, so that it is known to have gone out.
  @Test func whatIsSaidThroughTheGatewayComesBackAsOurs() async throws {
    try await SeatBench.running { bench in
      try await bench.seated {
        let message = RoomMessage(from: "nadia", topic: "polls", payload: JSONText(#"{"n":1}"#))
        let reaction = RoomReaction(from: "nadia", type: "clap", emoji: ":clap:", custom: JSONText(#"{"k":1}"#))
        let sender = Person(externalID: "nadia")
        try await bench.provider.react(reaction, id: "rct_1", from: sender, in: bench.room, bench.context)
        try await bench.provider.send(message, id: "msg_1", from: sender, to: bench.room, bench.context)
        let raised = try await bench.provider.raise([.sendAudio], by: sender, in: bench.room, bench.context)
        let rejected = try await bench.provider.reject(
          "prq_1", of: Person(externalID: "ana"), in: bench.room, bench.context)
        #expect(raised.isApplied && rejected.isApplied)
        #expect(await bench.heard { $0 == .reaction(reaction, id: "rct_1") })
        #expect(await bench.heard { $0 == .message(message, id: "msg_1") })
        #expect(bench.told.facts.contains { $0.key == message.factKey(id: "msg_1") })
        #expect(bench.told.facts.contains { $0.key == reaction.factKey(id: "rct_1") })
        let hands = bench.told.facts.contains { if case .permissionRequested = $0.detail { true } else { false } }
        #expect(!hands, "a hand raised here is told here")
      }
    }
  }

  @Test func captionsAreHeard() async throws {
    try await SeatBench.running(.audioRoom, { $0.egressStartTakesSeconds = 0 }) { bench in
      try await bench.seated {
        let start = try await bench.provider.startTranscription(
          language: nil, captions: true, in: bench.room, bench.context)
        #expect(start.vendorID != nil)
        #expect(
          await eventually {
            try? await bench.act("captions", ["participant_id": "ana", "text": "good evening"])
            return bench.told.facts.contains {
              if case .caption(let caption) = $0.detail { caption.text == "good evening" } else { false }
            }
          })
      }
    }
  }

  @Test func withoutASeatItIsSaidWhy() async throws {
    try await SeatBench.running { bench in
      let empty = await Self.code { () throws(ProviderFailure) in
        try await bench.provider.mute([Target(person: "ana")], tracks: [.audio], in: bench.room, bench.context)
      }
      #expect(empty == .noActiveSession)
      let early = try await bench.provider.setRole(
        of: Person(externalID: "ana"), to: .listener, in: bench.room, bench.context)
      #expect(early.isApplied, "it holds from the next join on")
      try await bench.join("ana")
      let later = await Self.code { () throws(ProviderFailure) in
        try await bench.provider.mute([Target(person: "ana")], tracks: [.audio], in: bench.room, bench.context)
      }
      #expect(later == .notConnected(retryAfter: .seconds(2)))
      let role = await Self.code { () throws(ProviderFailure) in
        try await bench.provider.setRole(of: Person(externalID: "ana"), to: .listener, in: bench.room, bench.context)
      }
      #expect(role == .notConnected(retryAfter: .seconds(2)))
      let absent = try await bench.provider.setRole(
        of: Person(externalID: "bo"), to: .listener, in: bench.room, bench.context)
      #expect(absent.isApplied)
    }
  }

  @Test func anotherProcessTakesThePlace() async throws {
    try await SeatBench.running { bench in
      try await bench.join("ana")
      let first = bench.sit()
      #expect(await bench.heard { $0 == .seat(isThere: true) })
      let told = SeatBench.Told()
      let second = bench.sit(bench.another(), told: told)
      #expect(await first.value?.reason == .superseded)
      #expect(await eventually { told.facts.contains { $0.detail == .seat(isThere: true) } })
      second.cancel()
      #expect(await second.value == nil)
    }
  }

  @Test func whoIsFencedLeaves() async throws {
    try await SeatBench.running { bench in
      try await bench.join("ana")
      bench.told.fence()
      #expect(await bench.sit().value == nil)
      #expect(bench.provider.seats.seat(in: bench.room.key) == nil)
    }
  }

  @Test func theEndOfTheRoomIsTheEndOfTheSeat() async throws {
    try await SeatBench.running { bench in
      try await bench.join("ana")
      let seat = bench.sit()
      #expect(await bench.heard { $0 == .seat(isThere: true) })
      _ = try await bench.provider.endRoom(bench.room, bench.context)
      #expect(await seat.value == nil)
      #expect(await bench.sit().value == nil, "there is nothing left to sit in")
    }
  }

  @Test func aSeatThatIsThrownOutMayComeBack() async throws {
    try await SeatBench.running { bench in
      try await bench.join("ana")
      let seat = bench.sit()
      #expect(await bench.heard { $0 == .seat(isThere: true) })
      _ = try await bench.provider.remove(
        Target(person: nil, connection: ParticipantID.seat(in: bench.room.key)), rejoin: .none, from: bench.room,
        bench.context)
      let failure = await seat.value
      #expect(failure?.reason == .unavailable)
      #expect(failure.map(String.init(describing:))?.contains("eyJ") == false)
    }
  }

  /// The service answers at once: a connection that is open and says nothing at all any more is as good as lost.
  @Test func aSeatThatHearsNothingAnyMoreIsGivenUp() async throws {
    try await SeatBench.running(account: { $0.deadlines.answer = .milliseconds(50) }) { bench in
      try await bench.join("ana", ["audio": true])
      let seat = bench.sit()
      #expect(await bench.heard { $0 == .seat(isThere: true) })
      try await bench.control(
        "POST", "faults",
        ["match": ["method": "WS", "operation": "disablePeerMic"], "fault": ["kind": "silence"]])
      let muted = await impatientMute(bench)
      #expect(muted?.reason == .timeout && muted?.executed == .maybe && muted?.operation == "disablePeerMic")
      // What was asked before may have been answered meanwhile: then whoever asks next gives it up.
      let isGivenUp = await eventually {
        if bench.provider.seats.seat(in: bench.room.key) == nil { return true }
        _ = await impatientMute(bench)
        return false
      }
      #expect(isGivenUp)
      if !isGivenUp { seat.cancel() }
      #expect(await seat.value?.reason == .unavailable)
    }
  }

  private func impatientMute(_ bench: SeatBench) async -> ProviderFailure? {
    await failure { () throws(ProviderFailure) in
      try await bench.provider.mute(
        [Target(person: "ana")], tracks: [.audio], in: bench.room,
        CallContext(deadline: ContinuousClock.now + .milliseconds(200)))
    }
  }

  /// One request that is not answered says nothing of a connection over which other things come.
  @Test func aSeatThatStillHearsSomethingStays() async throws {
    try await SeatBench.running(account: { $0.deadlines.answer = .milliseconds(50) }) { bench in
      try await bench.seated {
        try await bench.control(
          "POST", "faults",
          ["match": ["method": "WS", "operation": "disablePeerMic"], "fault": ["kind": "hang"]])
        async let muting = failure { () throws(ProviderFailure) in
          try await bench.provider.mute(
            [Target(person: "ana")], tracks: [.audio], in: bench.room,
            CallContext(deadline: ContinuousClock.now + .seconds(1)))
        }
        #expect(
          await eventually { bench.mock.engine.journal.page(JournalFilter()).items.contains { $0.fault == "hang" } })
        try await bench.join("leo")
        #expect(await muting?.reason == .timeout)
        #expect(bench.provider.seats.seat(in: bench.room.key)?.has("leo") == true)
        let again = try await bench.provider.mute(
          [Target(person: "ana")], tracks: [.audio], in: bench.room, bench.context)
        #expect(!again.isApplied)
      }
    }
  }

  @Test func withoutSocketsThereIsNoSeat() throws {
    let offering = try #require(Fixture.offline().offering(for: .audioRoom))
    #expect(offering.port(.seating) == nil)
    for capability in [Capability.mute, .unmute, .role, .messages, .speaking, .captions] {
      #expect(offering.cells[capability] == nil, "\(capability)")
    }
    #expect(offering.cells[.tracks] != nil && offering.cells[.remove] != nil)
  }

  @Test func withASeatMoreIsOffered() async throws {
    try await SeatBench.running { bench in
      let offering = try #require(bench.provider.offering(for: .audioRoom))
      #expect(offering.port(.seating) != nil)
      #expect(offering.cells[.mute]?.quality == .native && offering.cells[.unmute]?.quality == .requested)
      #expect(offering.cells[.permissions]?.enforcement == .policed)
      #expect(offering.cells[.permissionRequests]?.quality == .emulated)
    }
    try await SeatBench.running(account: { $0.seat.mode = .off }) { bench in
      #expect(bench.provider.offering(for: .audioRoom)?.port(.seating) == nil)
    }
  }
}
