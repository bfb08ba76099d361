import HTTPTypes
import JSONCoding
import MeetingContract
import MeetingCore
import MockKit
import ProviderCatalog
import Synchronization
import Testing

/// The suite itself is tried: adapters and mocks that are broken on purpose must each be caught by a behaviour that has a
/// name.
extension Contract {
  @Suite("Contract: deliberate defects are found") struct FaultyVariantTests {
    struct Planted: Sendable, CustomTestStringConvertible {
      let what: String
      let caughtBy: String
      let harness: StreamHarness
      var testDescription: String { what }
    }

    private static func adapter(
      _ what: String, _ behaviour: String, _ breaking: @escaping @Sendable (Offering) -> Offering
    )
      -> Planted
    {
      var harness = StreamHarness()
      harness.wrapProvider = { ProviderVariant(base: $0, breaking: breaking) }
      return Planted(what: what, caughtBy: behaviour, harness: harness)
    }

    private static func vendor(
      _ what: String, _ behaviour: String, _ wrap: @escaping @Sendable (any MockVendor) -> any MockVendor
    )
      -> Planted
    {
      var harness = StreamHarness()
      harness.wrapVendor = wrap
      return Planted(what: what, caughtBy: behaviour, harness: harness)
    }

    static let adapters: [Planted] = [
      adapter("an adapter that claims a mute and asks nobody", "a-mute-reaches-the-vendor") {
        $0.replacing(.mute, by: IdleMuting() as any Muting)
      },
      adapter("an adapter that forgets to keep out", "a-removal-for-good-keeps-out") { offering in
        guard let base = try? offering.require(.remove) else { return offering }
        return offering.replacing(.remove, by: ForgetfulRemoving(base: base) as any Removing)
      },
      adapter("an adapter that keys presence by person", "two-devices-are-two-connections") { offering in
        guard let base = try? offering.require(.presence) else { return offering }
        return offering.replacing(.presence, by: PeopleInsteadOfConnections(base: base) as any PresenceReading)
      },
      adapter("an adapter whose tokens live for a year", "a-token-ends-at-its-expiry") { offering in
        guard let base = offering.port(.joining) else { return offering }
        return offering.replacing(.joining, by: LastingJoining(base: base) as any Joining)
      },
      adapter("an adapter that believes every delivery", "a-tampered-hook-is-refused") { offering in
        guard let base = offering.port(.webhooks) else { return offering }
        return offering.replacing(.webhooks, by: TrustingReceiving(base: base) as any WebhookReceiving)
      },
      adapter("an adapter that claims a recording and asks nobody", "a-recording-is-told-by-the-vendor") {
        $0.replacing(.recording, by: IdleRecording() as any RecordingControl)
      },
      adapter("an adapter that shows nothing of what runs", "a-lost-recording-hook-is-found-by-reading") { offering in
        guard let base = try? offering.require(.presence) else { return offering }
        return offering.replacing(.presence, by: BlindToEgress(base: base) as any PresenceReading)
      },
      adapter("an adapter that names messages as it likes", "a-message-is-one-event") { offering in
        guard let base = try? offering.require(.messages) else { return offering }
        return offering.replacing(.messages, by: RenamingMessaging(base: base) as any Messaging)
      },
    ]

    static let vendors: [Planted] = [
      vendor("a mock whose kick never blocks", "a-removal-for-good-keeps-out") {
        VendorVariant(base: $0, request: { $0 == "KickUser" ? changed($1, "block", false) : $1 })
      },
      vendor("a mock that signs with another secret", "a-genuine-hook-is-verified") {
        VendorVariant(
          base: $0,
          hookFields: { fields in
            var forged = fields
            forged["X-Signature"] = String(repeating: "0", count: 64)
            return forged
          })
      },
      vendor("a mock that calls every room a new one", "create-twice-finds-the-room") {
        VendorVariant(base: $0, response: { $0 == "GetOrCreateCall" ? changed($1, "created", true) : $1 })
      },
      vendor("a mock whose block does nothing", "a-ban-refuses-older-tokens") {
        VendorVariant(base: $0, idle: ["BlockUser"])
      },
      vendor("a mock that stays in backstage", "live-admits-listeners") { VendorVariant(base: $0, idle: ["GoLive"]) },
      vendor("a mock that never stops a recording", "what-runs-is-shown") {
        VendorVariant(base: $0, idle: ["StopRecording"])
      },
      vendor("a mock that never ends a call", "an-ended-room-is-told-as-ended") {
        VendorVariant(base: $0, idle: ["EndCall"])
      },
      vendor("a mock that swallows reactions", "a-reaction-comes-back-as-ours") {
        VendorVariant(base: $0, idle: ["SendVideoReaction"])
      },
    ]

    private static func changed(_ body: JSON, _ name: String, _ value: JSON) -> JSON {
      guard case .object(var object) = body else { return body }
      object[name] = value
      return .object(object)
    }

    @Test("each defect is found by the behaviour that is about it", arguments: adapters + vendors)
    func isCaught(_ planted: Planted) async throws {
      let behaviour = try #require(ContractBehaviour.named(planted.caughtBy))
      let kind = try #require(planted.harness.kinds.first)
      let result = await ContractRunner(harness: planted.harness).run(behaviour, kind: kind)
      #expect(result.outcome.isFailure, "\(planted.what) went through \(planted.caughtBy): \(result.outcome)")
      let sound = await ContractRunner(harness: StreamHarness()).run(behaviour, kind: kind)
      #expect(sound.outcome == .pass, "the sound one fails \(planted.caughtBy): \(sound.outcome)")
      if result.outcome.isFailure { Self.tally(planted) }
    }

    private static let caught = Mutex(0)

    private static func tally(_ planted: Planted) {
      let count = caught.withLock { count in
        count += 1
        return count
      }
      print("caught \(count) of \((adapters + vendors).count) planted: \(planted.what), by \(planted.caughtBy)")
    }
  }
}
