import MeetingContract
import MeetingCore
import ProviderCatalog
import StreamMock
import Testing
import VideoSDKMock

extension Contract {
  /// What nobody has confirmed about a vendor is a switch of its mock: the contract must hold in either position, whichever
  /// way any other one stands. With all of them as they are the matrix shows it.
  @Suite("Contract: either position of the mock's switches")
  struct SwitchTests {
    /// Some switches of a vendor turned, the others left.
    struct Positions: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let harness: any MockHarness
    }

    struct Switch<Options> {
      let name: String
      let turn: @Sendable (inout Options) -> Void

      init(_ name: String, _ turn: @escaping @Sendable (inout Options) -> Void) {
        self.name = name
        self.turn = turn
      }
    }

    private static func rows<Harness: MockHarness>(
      _ harness: Harness, _ switches: [Switch<Harness.Options>]
    ) -> [Positions] {
      PairwiseRows.rows(of: switches.count).dropFirst().map { row in
        let turned = zip(switches, row).filter(\.1).map(\.0)
        var harness = harness
        for one in turned { one.turn(&harness.options) }
        return Positions(
          testDescription: harness.name + ": " + turned.map(\.name).joined(separator: ", "), harness: harness)
      }
    }

    static let streams: [Switch<StreamMockOptions>] = [
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

    static let videoSDKs: [Switch<VideoSDKMockOptions>] = [
      Switch("a scheme may stand before a token") { $0.acceptsBearer.toggle() },
      Switch("a refused token is 401") { $0.tokenRefusalStatus = 401 },
      Switch("a token needs no permissions") { $0.requiresPermissions.toggle() },
      Switch("pins need no version") { $0.ignoresPinsWithoutVersion.toggle() },
      Switch("unknown fields are ignored") { $0.refusesUnknownFields.toggle() },
      Switch("pages are short") { $0.defaultPerPage = 10 },
      Switch("large pages are refused") { $0.refusesLargePages.toggle() },
      Switch("a disabled room validates") { $0.validatesDisabledRooms.toggle() },
      Switch("deactivation ends the session") { $0.deactivationEndsSession.toggle() },
      Switch("sessions do not close by themselves") { $0.defaultAutoCloseMinutes = nil },
      Switch("no session is 400") { $0.noSessionStatus = 400 },
      Switch("removing somebody absent is accepted") { $0.refusesRemovalOfAbsent.toggle() },
      Switch("a removal is answered with a text") { $0.removalAnswersText.toggle() },
      Switch("the end of a session has a reason") { $0.namesEndReason.toggle() },
      // Somebody must tell: otherwise nobody can know who spoke before the gateway came.
      Switch("who publishes is told on joining alone") {
        $0.showsMediaEvents.toggle()
        $0.signalling.joinTellsMediaStates = true
      },
      Switch("recording and HLS go together") { $0.recordingAndHLSNeedMultiComposition.toggle() },
      Switch("an operation's webhook replaces the room's") { $0.operationWebhookReplaces.toggle() },
      Switch("recordings are not named") { $0.namesRecordingIDs.toggle() },
      Switch("handshakes need no subprotocol") { $0.signalling.requiresProtoo.toggle() },
      Switch("handshakes are refused") { $0.signalling.refusal = .ofTheHandshake },
      Switch("the first request knows the rooms") { $0.signalling.bootstrapRefusesUnknownRooms.toggle() },
      Switch("joining needs no entry") { $0.signalling.joinNeedsEntry.toggle() },
      Switch("joining tells media states") { $0.signalling.joinTellsMediaStates = true },
      Switch("one's own media state is not told") { $0.signalling.ownMediaStateIsTold.toggle() },
      Switch("modes have their former names") { $0.signalling.usesFormerModeNames.toggle() },
      Switch("reasons are in leaveReason") { $0.signalling.reasonField = .leaveReason },
      Switch("messages have milliseconds") { $0.signalling.timestamp = .milliseconds },
      Switch("participants are in id") { $0.signalling.peerField = "id" },
      Switch("one's own message does not come back") { $0.signalling.sendOnlyReachesSender.toggle() },
      Switch("acting without leave is 401") { $0.signalling.moderationRefusalCode = 401 },
      Switch("unmuting is enableMic") { $0.signalling.micRequest = "enableMic" },
      Switch("a mute holds at once") { $0.signalling.muting = .atOnce },
    ]

    static let positions = rows(StreamHarness(), streams) + rows(VideoSDKHarness(), videoSDKs)

    /// Those that wait for time to pass do not depend on a switch.
    private static let behaviours = ContractBehaviour.all.filter { behaviour in
      !["silence-times-out", "an-early-hook-is-kept", "a-late-create-settles-to-one-room"].contains(behaviour.name)
    }

    @Test("the contract holds", arguments: positions)
    func contractHolds(_ turned: Positions) async {
      let runner = ContractRunner(harness: turned.harness, atOnce: 4)
      for result in await runner.run(behaviours: Self.behaviours, kinds: [.audioRoom]) {
        #expect(!result.outcome.isFailure, "\(result.behaviour): \(result.outcome.reason)")
      }
    }

    @Test("any two switches stand together in all four ways", arguments: [2, 3, 15, 16, 32, 35])
    func everyPair(switches: Int) {
      let rows = PairwiseRows.rows(of: switches)
      #expect(rows.first?.contains(true) == false && rows.count <= 8)
      for one in 0..<switches {
        for other in 0..<one {
          #expect(Set(rows.map { [$0[one], $0[other]] }).count == 4, "\(one) and \(other)")
        }
      }
    }
  }
}
