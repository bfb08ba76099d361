import MeetingContract
import MeetingCore
import ProviderTesting
import Testing

/// What holds through the API holds as well where the vendor does little of it.
extension Contract {
  @Suite("Contract: a vendor that offers little") struct BareContractTests {
    private static let gateway = ContractBehaviour.all.filter { $0.layer == .gateway }

    private func outcomes(_ extras: Set<BareProvider.Extra>) async -> [String: Set<String>] {
      let results = await ContractRunner(harness: BareHarness(extras: extras), atOnce: 4)
        .run(behaviours: Self.gateway)
      for result in results where result.outcome.isFailure {
        Issue.record("\(result.column), \(result.behaviour): \(result.outcome.reason)")
      }
      return Dictionary(grouping: results, by: \.behaviour).mapValues { Set($0.map(\.outcome.word)) }
    }

    @Test func theGatewayMakesUpForIt() async {
      let outcomes = await outcomes([])
      let shown = [
        "a-room-from-backstage-to-live", "backstage-leads-out-again", "stopping-empties-the-room",
        "a-lock-keeps-newcomers-out", "a-ban-keeps-out", "a-removal-for-good-bars-the-next-token",
        "a-full-room-lets-nobody-in", "a-setting-that-nobody-keeps-is-refused", "a-room-past-its-time-is-ended",
        "a-role-for-somebody-away-comes-with-the-token", "a-permission-for-somebody-away-comes-with-the-token",
        "who-comes-again-is-another-participant", "a-second-device-takes-the-place-of-the-first",
        "a-second-hand-is-the-first", "leaving-lowers-the-hand", "an-ended-room-stays-empty",
      ]
      for name in shown { #expect(outcomes[name]?.contains("pass") == true, "\(name) is \(outcomes[name] ?? [])") }
      for name in ["a-granted-hand-may-speak", "two-devices-are-two-participants", "who-may-not-speak-is-silenced"] {
        #expect(outcomes[name] == ["lacks"], "\(name) is \(outcomes[name] ?? [])")
      }
    }

    @Test func theGatewayWatchesOverWhatClientsSend() async {
      let outcomes = await outcomes([.muting, .permissions, .roles, .anonymous])
      #expect(outcomes["who-may-not-speak-is-silenced"] == ["pass"])
      #expect(outcomes["a-mute-is-one-event"] == ["pass"])
    }
  }
}
