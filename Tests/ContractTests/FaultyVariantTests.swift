import HTTPTypes
import JSONCoding
import MeetingContract
import MeetingContractTesting
import MeetingCore
import MockKit
import ProviderCatalog
import Testing

/// The suite itself is tried: adapters and mocks that are broken on purpose must each be caught by a behaviour that has a
/// name.
extension Contract {
  @Suite("Contract: deliberate defects are found") struct FaultyVariantTests {
    struct Planted: Sendable, CustomStringConvertible {
      let what: String
      let caughtBy: String
      let harness: any MockHarness
      var description: String { "\(harness.name): \(what)" }
    }

    /// How one defect is made, for whichever vendor.
    struct Defect: Sendable {
      let what: String
      let caughtBy: String
      let plant: @Sendable (inout any MockHarness) -> Void

      func planted(on harness: any MockHarness) -> Planted {
        var harness = harness
        plant(&harness)
        return Planted(what: what, caughtBy: caughtBy, harness: harness)
      }
    }

    private static func adapter(
      _ what: String, _ behaviour: String, _ breaking: @escaping @Sendable (Offering) -> Offering
    ) -> Defect {
      Defect(what: "an adapter that " + what, caughtBy: behaviour) { harness in
        harness.wrapProvider = { ProviderVariant(base: $0, breaking: breaking) }
      }
    }

    /// Broken in what it hands out for one capability.
    private static func adapter<Handle: Sendable>(
      _ what: String, _ behaviour: String, _ role: Role<Handle>, _ breaking: @escaping @Sendable (Handle) -> Handle
    ) -> Defect {
      adapter(what, behaviour) { offering in
        offering.handle(role).map { offering.replacing(role, by: breaking($0)) } ?? offering
      }
    }

    /// Broken in what it hands out besides.
    private static func adapter<Handle: Sendable>(
      _ what: String, _ behaviour: String, _ port: Port<Handle>, _ breaking: @escaping @Sendable (Handle) -> Handle
    ) -> Defect {
      adapter(what, behaviour) { offering in
        offering.port(port).map { offering.replacing(port, by: breaking($0)) } ?? offering
      }
    }

    private static func seeing(
      _ what: String, _ behaviour: String, _ seeing: @escaping @Sendable (RoomSnapshot) -> RoomSnapshot
    ) -> Defect {
      adapter(what, behaviour, .presence) { PresenceVariant(base: $0, seeing: seeing) as any PresenceReading }
    }

    private static func seat(
      _ what: String, _ behaviour: String, tells: @escaping @Sendable (Fact.Detail) -> Bool
    ) -> Defect {
      adapter(what, behaviour, .seating) {
        SeatVariant(base: $0, tells: { tells($0.detail) ? $0 : nil }) as any Seating
      }
    }

    private static func vendor(
      _ what: String, _ behaviour: String, _ wrap: @escaping @Sendable (any MockVendor) -> any MockVendor
    ) -> Defect {
      Defect(what: "a mock that " + what, caughtBy: behaviour) { $0.wrapVendor = wrap }
    }

    // MARK: Defects

    /// What every adapter can get wrong.
    private static let anywhere: [Defect] = [
      adapter("makes tokens for a year", "a-token-ends-at-its-expiry", .joining) {
        LastingJoining(base: $0) as any Joining
      },
      adapter("believes every delivery", "a-tampered-hook-is-refused", .webhooks) {
        TrustingReceiving(base: $0) as any WebhookReceiving
      },
      adapter("claims a recording and asks nobody", "a-recording-is-told-by-the-vendor", .recording) { _ in
        IdleRecording() as any RecordingControl
      },
      adapter("names messages as it likes", "a-message-is-one-event", .messages) {
        RenamingMessaging(base: $0) as any Messaging
      },
      Defect(what: "an adapter that only says it ends rooms", caughtBy: "an-ended-room-is-told-as-ended") {
        $0.wrapProvider = { ProviderVariant(base: $0, endsRooms: false) }
      },
    ]

    /// Where people have several connections, controls hold at once and the vendor keeps people out.
    private static let streams: [Defect] = [
      adapter("claims a mute and asks nobody", "a-mute-reaches-the-vendor", .mute) { _ in IdleMuting() as any Muting },
      adapter("forgets to keep out", "a-removal-for-good-keeps-out", .remove) {
        ForgetfulRemoving(base: $0) as any Removing
      },
      seeing("keys presence by person", "two-devices-are-two-connections") { $0.peopleInsteadOfConnections },
      seeing("shows nothing of what runs", "a-lost-recording-hook-is-found-by-reading") { $0.withoutEgress },
      vendor("never blocks whom it kicks", "a-removal-for-good-keeps-out") {
        VendorVariant(base: $0, request: { $0 == "KickUser" ? changed($1, "block", false) : $1 })
      },
      vendor("signs with another secret", "a-genuine-hook-is-verified") {
        VendorVariant(base: $0, hookFields: { forged($0, "X-Signature", String(repeating: "0", count: 64)) })
      },
      vendor("calls every room a new one", "create-twice-finds-the-room") {
        VendorVariant(base: $0, response: { $0 == "GetOrCreateCall" ? changed($1, "created", true) : $1 })
      },
      vendor("blocks nobody", "a-ban-refuses-older-tokens") { VendorVariant(base: $0, idle: ["BlockUser"]) },
      vendor("stays in backstage", "live-admits-listeners") { VendorVariant(base: $0, idle: ["GoLive"]) },
      vendor("never stops a recording", "what-runs-is-shown") { VendorVariant(base: $0, idle: ["StopRecording"]) },
      vendor("never ends a call", "an-ended-room-is-told-as-ended") { VendorVariant(base: $0, idle: ["EndCall"]) },
      vendor("swallows reactions", "a-reaction-comes-back-as-ours") {
        VendorVariant(base: $0, idle: ["SendVideoReaction"])
      },
    ]

    /// Where the gateway sits in rooms, people have one connection, and it keeps what nobody else does.
    private static let videoSDKs: [Defect] = [
      // Where rooms are not ended, the gateway throws out whoever is in them: that is broken, too.
      Defect(what: "an adapter that only says it empties rooms", caughtBy: "a-room-past-its-time-is-ended") {
        $0.wrapProvider = {
          ProviderVariant(base: $0, endsRooms: false) { $0.replacing(.remove, by: IdleRemoving() as any Removing) }
        }
      },
      adapter("takes who comes again for a repeat", "who-comes-again-is-another-participant", mistakingPlaces),
      seeing("counts a second device", "a-second-device-takes-the-place-of-the-first") { $0.doubled },
      seeing("lists the seat", "a-seat-is-nobody") { $0.withTheSeat },
      adapter("sees nobody's tracks", "who-may-not-speak-is-silenced", blindToTracks),
      adapter("sees nobody's tracks", "a-seat-tells-tracks", blindToTracks),
      seat("does not see anybody go", "a-seat-hears-who-is-there") { !$0.isLeave },
      seat("hears no hands", "a-seat-hears-hands") { !$0.isHand },
      seat("hears no hands", "a-hand-raised-inside-is-listed") { !$0.isHand },
      seat("hears no captions", "a-seat-hears-captions") { !$0.isCaption },
      adapter("hides who has taken its seat", "the-newer-seat-stays", .seating) {
        SeatVariant(base: $0, hidesItsSuccessor: true) as any Seating
      },
      adapter("claims a mute and asks nobody", "a-mute-shows-to-the-seat", .mute) { _ in IdleMuting() as any Muting },
      adapter("claims a mute and asks nobody", "a-mute-comes-about", .mute) { _ in IdleMuting() as any Muting },
      adapter("claims a mute of nobody", "nobody-absent-is-muted", .mute) { HopefulMuting(base: $0) as any Muting },
      adapter("claims a mute of nobody", "without-a-seat-it-is-said", .mute) { HopefulMuting(base: $0) as any Muting },
      adapter("names messages as it likes", "a-seat-tells-ours-as-ours", .messages) {
        RenamingMessaging(base: $0) as any Messaging
      },
      adapter("claims a role and asks nobody", "a-role-is-asked-for-and-followed", .role) { _ in
        IdleRoleChanging() as any RoleChanging
      },
      adapter("claims to silence and asks nobody", "a-revoked-speaker-is-silent-at-once") { offering in
        guard let base = offering.handle(.permissions) else { return offering }
        return offering.replacing(.permissions, by: IdlePermitting(base: base) as any Permitting)
          .replacing(.mute, by: IdleMuting() as any Muting)
      },
      vendor("signs with another key", "a-genuine-hook-is-verified") {
        VendorVariant(base: $0, hookFields: { forged($0, "videosdk-signature", "AAAA") })
      },
      vendor("forgets who is inside", "the-snapshot-lists-who-is-inside") {
        VendorVariant(base: $0, response: { $0 == "ActiveParticipants" ? changed($1, "data", []) : $1 })
      },
    ]

    @Sendable private static func blindToTracks(_ offering: Offering) -> Offering {
      guard let presence = offering.handle(.presence), let seating = offering.port(.seating) else { return offering }
      return offering.replacing(
        .presence, by: PresenceVariant(base: presence, seeing: { $0.withoutTracks }) as any PresenceReading
      ).replacing(.seating, by: SeatVariant(base: seating, tells: { $0.detail.isTracks ? nil : $0 }) as any Seating)
    }

    @Sendable private static func mistakingPlaces(_ offering: Offering) -> Offering {
      guard let presence = offering.handle(.presence), let seating = offering.port(.seating),
        let webhooks = offering.port(.webhooks)
      else { return offering }
      let seen = PresenceVariant(base: presence) { $0.namingConnections }
      let heard = SeatVariant(base: seating, tells: { $0.namingConnections })
      let read = MisreadingReceiving(base: webhooks) { $0.namingConnections }
      return offering.replacing(.presence, by: seen as any PresenceReading)
        .replacing(.seating, by: heard as any Seating).replacing(.webhooks, by: read as any WebhookReceiving)
    }

    private static func changed(_ body: JSON, _ name: String, _ value: JSON) -> JSON {
      guard case .object(var object) = body else { return body }
      object[name] = value
      return .object(object)
    }

    private static func forged(_ fields: HTTPFields, _ name: String, _ value: String) -> HTTPFields {
      var forged = fields
      forged[name] = value
      return forged
    }

    // MARK: Tests

    static let planted =
      (anywhere + streams).map { $0.planted(on: StreamHarness()) }
      + (anywhere + videoSDKs).map { $0.planted(on: VideoSDKHarness()) }

    /// What came of each, all side by side: most of the time something is waited for that does not come.
    private static let outcomes = Task {
      await withTaskGroup(of: (Int, ContractOutcome?).self) { group in
        var outcomes: [Int: ContractOutcome] = [:]
        for (index, planted) in planted.enumerated() {
          if index >= 8, let (index, outcome) = await group.next() { outcomes[index] = outcome }
          group.addTask { (index, await outcome(of: planted)) }
        }
        for await (index, outcome) in group { outcomes[index] = outcome }
        return outcomes
      }
    }

    private static func outcome(of planted: Planted) async -> ContractOutcome? {
      guard let behaviour = ContractBehaviour.named(planted.caughtBy), let kind = planted.harness.kinds.first
      else { return nil }
      return await ContractRunner(harness: planted.harness).run(behaviour, kind: kind).outcome
    }

    @Test("each defect is found by the behaviour that is about it", arguments: planted.indices)
    func isCaught(_ index: Int) async throws {
      let planted = Self.planted[index]
      let outcome = try #require(await Self.outcomes.value[index], "there is no \(planted.caughtBy)")
      #expect(outcome.isFailure, "\(planted) went through \(planted.caughtBy): \(outcome)")
      let sound = try #require(Contract.vendor(planted.harness.name)?.ledger)
      let behaviour = try #require(ContractBehaviour.named(planted.caughtBy))
      let kind = try #require(planted.harness.kinds.first)
      let right = await sound.result(of: behaviour, kind: kind).outcome
      #expect(right == .pass, "the sound one of \(planted) fails \(planted.caughtBy): \(right)")
    }

    /// What only the vendors with a seat show is not proved by others' defects: each such behaviour has caught one of theirs.
    @Test("whatever is shown on one vendor alone has caught something there")
    func isCovered() async throws {
      var shown: [String: Set<String>] = [:]
      for vendor in Contract.vendors {
        for result in await vendor.ledger.results() {
          switch result.outcome {
          case .pass, .deviates: shown[result.behaviour, default: []].insert(vendor.harness.name)
          default: continue
          }
        }
      }
      let name = VideoSDKHarness().name
      let caught = Set(Self.planted.filter { $0.harness.name == name }.map(\.caughtBy))
      let own = Set(shown.filter { $0.value == [name] }.keys)
      #expect(own.count > 10)
      for behaviour in own.subtracting(caught) { Issue.record("nothing is planted for \(behaviour)") }
    }
  }
}
