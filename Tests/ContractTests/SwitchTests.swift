import MeetingContract
import MeetingCore
import ProviderCatalog
import StreamMock
import Testing

extension Contract {
  /// What nobody has confirmed about a vendor is a switch of its mock: the contract must hold in either position.
  @Suite("Contract: either position of the mock's switches")
  struct SwitchTests {
    struct Switch: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let turn: @Sendable (inout StreamMockOptions) -> Void

      init(_ name: String, _ turn: @escaping @Sendable (inout StreamMockOptions) -> Void) {
        testDescription = name
        self.turn = turn
      }
    }

    static let switches: [Switch] = [
      Switch("unknown fields are ignored") { $0.refusesUnknownFields.toggle() },
      Switch("the kind of authentication need not be said") { $0.requiresAuthType.toggle() },
      Switch("a bad signature is code 43") { $0.badSignatureCode = 43 },
      Switch("anonymous callers need no token") { $0.allowsAnonymousWithoutToken.toggle() },
      Switch("a token's role adds nothing") { $0.callTokenRoleAddsGrants.toggle() },
      Switch("every member is a call member") { $0.everyMemberIsCallMember.toggle() },
      Switch("a repeated create merges its data") { $0.getOrCreateMergesData.toggle() },
      Switch("a change merges custom data") { $0.patchReplacesCustom.toggle() },
      Switch("stopping drops nobody") { $0.stopLiveDropsListeners.toggle() },
      Switch("kicking somebody absent is refused") { $0.refusesKickOfAbsentUser.toggle() },
      Switch("going live twice is told twice") { $0.repeatsLiveStarted.toggle() },
      Switch("grants end with their session") { $0.userGrantsSurviveSessions.toggle() },
      Switch("muted tracks count as published") { $0.publishedTracksMeansUnmuted.toggle() },
      Switch("audio rooms have no host role") { $0.audioRoomHasHostRole.toggle() },
      Switch("deliveries are compressed") { $0.compressesWebhooks.toggle() },
    ]

    /// Those that wait for time to pass do not depend on a switch.
    private static let behaviours = ContractBehaviour.all.filter { behaviour in
      !["silence-times-out", "an-early-hook-is-kept", "a-late-create-settles-to-one-room"].contains(behaviour.name)
    }

    @Test("the contract holds", arguments: switches)
    func contractHolds(_ turned: Switch) async {
      var harness = StreamHarness()
      turned.turn(&harness.options)
      let runner = ContractRunner(harness: harness, atOnce: 4)
      for result in await runner.run(behaviours: Self.behaviours, kinds: [.audioRoom]) {
        #expect(!result.outcome.isFailure, "\(result.behaviour): \(result.outcome.reason)")
      }
    }
  }
}
