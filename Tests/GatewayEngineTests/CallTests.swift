import Clocks
import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import SessionDescription
import Testing

/// Voice calls over a vendor in memory. What goes over HTTP is in the facade's suite.
@Suite("Calls") struct CallTests {
  private let vendor = BareProvider([.calls])
  private let world: BareWorld

  init() { world = BareWorld(vendor) }

  private var lines: BareCalls { vendor.switchboard }

  static let offer = """
    v=0\r
    o=- 1 1 IN IP4 127.0.0.1\r
    s=-\r
    t=0 0\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    a=mid:0\r
    a=ice-ufrag:call\r
    a=ice-pwd:callerpasswordcallerpassword\r
    a=fingerprint:sha-256 AA:BB\r
    a=setup:actpass\r

    """

  private func call(_ room: String, as person: String? = nil, in world: BareWorld? = nil) async throws -> CallAnswer {
    let world = world ?? self.world
    return try await world.gateway.offerCall(
      room, try SessionDescription(reading: Self.offer), caller: caller(person, world))
  }

  private func caller(_ person: String?, _ world: BareWorld) -> GatewayEngine.Caller {
    guard let person else { return world.caller }
    return GatewayEngine.Caller(principal: world.caller.principal, onBehalfOf: person, requestID: "req_2")
  }

  private func view(_ room: String) async throws -> CallView {
    try await world.gateway.call(room, caller: world.caller)
  }

  private func report(_ room: String, _ connection: CallReport.Connection? = nil, muted: Bool? = nil) async throws {
    try await world.gateway.reportCall(
      room, CallReport(connection: connection, muted: muted), caller: world.caller)
  }

  private func code(_ work: () async throws -> Void) async -> ErrorCode? {
    do { try await work() } catch { return (error as? GatewayError)?.code }
    return nil
  }

  @Test func aCallIsMadeConnectedAndHungUp() async throws {
    let room = try await world.create(.voiceCall)
    #expect(try await view(room).call == nil)
    let answer = try await call(room)
    #expect(answer.sdp.text.contains("a=ice-ufrag:vend"))
    #expect(try await view(room).call?.state == .connecting)
    #expect(try await view(room).call?.isAnswered == true)
    try await report(room, .connected)
    #expect(try await view(room).call?.state == .connected)
    #expect(await eventually { lines.line(answer.id)?.requests == [.media(.connected)] })
    #expect(try await world.view(room).session?.participantCount == 1)
    try await world.gateway.hangUpCall(room, answer.id, caller: world.caller)
    try await world.gateway.hangUpCall(room, answer.id, caller: world.caller)
    #expect(try await view(room).call?.ending == .hungUp)
    #expect(await eventually { lines.line(answer.id)?.isHungUp == true })
    #expect(try await world.view(room).session == nil)
  }

  @Test func oneOfTwoCallsAtOnceIsRefused() async throws {
    let room = try await world.create(.voiceCall)
    let codes = await withTaskGroup(of: ErrorCode?.self) { group in
      for _ in 0..<8 { group.addTask { await self.code { _ = try await self.call(room) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .alreadyRunning } == 7)
    #expect(lines.calls.count == 1)
  }

  @Test func candidatesAroundTheAnswerAreInIt() async throws {
    let early = ICECandidate("candidate:1 1 udp 2130706431 192.0.2.1 5000 typ host", mid: "0")
    let late = ICECandidate("candidate:2 1 udp 2130706430 192.0.2.2 5001 typ host", mediaLine: 0)
    lines.open(with: .candidate(early), .answered(SessionText(BareCalls.answer)), .candidate(late), .candidatesEnded)
    let answer = try await call(try await world.create(.voiceCall))
    #expect(answer.sdp.text.contains("a=candidate:1 1 udp"))
    #expect(answer.sdp.text.contains("a=candidate:2 1 udp"))
    #expect(answer.sdp.text.contains("a=end-of-candidates"))
  }

  @Test func aRefusedOfferEndsTheCallAndSaysWhy() async throws {
    let failure = ProviderFailure(.credentials, executed: .no, operation: "offer")
    lines.fail(with: CallFault(CallError(.unauthorized, "refused", isRetryable: false), failure))
    let room = try await world.create(.voiceCall)
    #expect(await code { _ = try await call(room) } == .providerCredentials)
    await eventuallyFailed(room, .unauthorized)
    lines.fail(with: nil)
    _ = try await call(room)
  }

  private func eventuallyFailed(_ room: String, _ code: CallError.Code) async {
    #expect(await eventually { (try? await view(room).call?.error?.code) == code })
  }

  @Test func anAnswerThatCannotBeReadFailsTheCall() async throws {
    lines.open(with: .answered(SessionText("v=0\r\nnonsense")))
    let room = try await world.create(.voiceCall)
    #expect(await code { _ = try await call(room) } == .providerBadResponse)
    await eventuallyFailed(room, .signalingFailed)
    #expect(await eventually { lines.openLines == 0 })
  }

  @Test func theVendorClosesAndTheVendorLosesIt() async throws {
    let room = try await world.create(.voiceCall)
    let first = try await call(room)
    lines.close(first.id)
    #expect(await eventually { (try? await view(room).call?.ending) == .closed })
    let second = try await call(room)
    let lost = CallError(.disconnected, "lost", isRetryable: true)
    lines.close(second.id, CallFault(lost, ProviderFailure(.unavailable, executed: .yes, operation: "call")))
    await eventuallyFailed(room, .disconnected)
    #expect(await eventually { lines.openLines == 0 })
  }

  @Test func theRoomsEndDuringSetUpIsTold() async throws {
    lines.open(with: .candidatesEnded)
    let room = try await world.create(.voiceCall)
    async let refusal = code { _ = try await call(room) }
    #expect(await eventually { !lines.calls.isEmpty })
    _ = try await world.gateway.end(room, caller: world.caller)
    #expect(await refusal == .roomEnded)
    #expect(await eventually { lines.openLines == 0 })
    #expect(try await view(room).call?.ending == .roomEnded)
    #expect(await code { _ = try await call(room) } == .roomEnded)
  }

  @Test func hangingUpDuringSetUpEndsTheWaiting() async throws {
    lines.open(with: .candidatesEnded)
    let room = try await world.create(.voiceCall)
    async let refusal = code { _ = try await call(room) }
    #expect(await eventually { !lines.calls.isEmpty })
    try await world.gateway.hangUpCall(room, lines.calls[0], caller: world.caller)
    #expect(await refusal == .participantLeft)
    #expect(await eventually { lines.openLines == 0 })
  }

  @Test func whoeverIsBannedOrRemovedLosesTheCall() async throws {
    let room = try await world.create(.voiceCall)
    let first = try await call(room, as: "ana")
    _ = try await world.gateway.ban(
      room, PersonInput(externalID: "ana"), until: nil, caller: world.caller)
    #expect(await eventually { lines.line(first.id)?.isHungUp == true })
    #expect(await code { _ = try await call(room, as: "ana") } == .banned)
    let second = try await call(room, as: "bo")
    let removed = try await world.gateway.remove(
      room, .person("bo"), rejoin: .none, caller: world.caller)
    #expect(removed.outcome.kind == .applied && removed.outcome.changed == true)
    #expect(await eventually { lines.line(second.id)?.isHungUp == true })
    #expect(try await view(room).call?.ending == .removed)
    let types = try await events(room)
    #expect(types.contains("participant.removed") && types.contains("participant.banned"))
  }

  private func events(_ room: String) async throws -> [String] {
    try await world.gateway.events(.room(room), from: .oldest, types: nil, limit: 100, caller: world.caller).events
      .map(\.type)
  }

  @Test func aLockedRoomTakesNoNewCallers() async throws {
    let room = try await world.create(.voiceCall)
    _ = try await world.gateway.lock(room, caller: world.caller)
    #expect(await code { _ = try await call(room, as: "ana") } == .roomLocked)
    _ = try await call(room)
  }

  @Test func theVendorOffersAnewAndIsAnswered() async throws {
    let room = try await world.create(.voiceCall)
    let answer = try await call(room)
    await lines.tell(.offered(SessionText(BareCalls.answer)), of: answer.id)
    let offer = try #require(try await view(room).offer)
    #expect(offer.generation == 1 && offer.sdp.text == BareCalls.answer)
    let reply = try SessionDescription(reading: Self.offer)
    let gateway = world.gateway
    #expect(
      await code { try await gateway.answerCall(room, reply, generation: 2, caller: world.caller) } == .conflict)
    try await gateway.answerCall(room, reply, generation: 1, caller: world.caller)
    #expect(
      await code { try await gateway.answerCall(room, reply, generation: 1, caller: world.caller) } == .conflict)
    #expect(await eventually { lines.line(answer.id)?.requests == [.answer(SessionText(reply.text))] })
    #expect(try await view(room).offer == nil)
  }

  @Test func othersMayNotSpeakForTheCaller() async throws {
    let room = try await world.create(.voiceCall)
    _ = try await call(room, as: "ana")
    let bo = caller("bo", world)
    let gateway = world.gateway
    #expect(await code { try await gateway.reportCall(room, CallReport(muted: true), caller: bo) } == .forbidden)
    #expect(await code { _ = try await gateway.updateCall(room, CallWish(muted: true), caller: bo) } == .forbidden)
    #expect(await code { try await gateway.hangUpCall(room, lines.calls[0], caller: bo) } == .forbidden)
    try await gateway.reportCall(room, CallReport(muted: true), caller: caller("ana", world))
    #expect(try await gateway.call(room, caller: bo).call?.muted == true)
  }

  @Test func aCallEndsWithItsProcess() async throws {
    let room = try await world.create(.voiceCall)
    _ = try await call(room)
    await world.gateway.endConnections()
    #expect(try await view(room).call?.error?.code == .gatewayStopped)
    #expect(await code { _ = try await call(room) } == .notReady)
    #expect(try await view(room).call?.state == .failed)
    #expect(lines.openLines == 0)
  }

  @Test func aCallWhoseProcessDiedIsToldByTheNext() async throws {
    let room = try await world.create(.voiceCall)
    _ = try await call(room)
    let next = BareWorld(vendor, store: world.store)
    try await next.gateway.start()
    let view = try await next.gateway.call(room, caller: next.caller)
    #expect(view.call?.state == .failed && view.call?.error?.code == .gatewayRestarted)
    #expect(try await next.view(room).session == nil)
    _ = try await call(room, in: next)
    await world.gateway.endConnections()
  }

  @Test func joinTokensSayWhereToCall() async throws {
    lines.set([ICEServer(urls: ["turn:t.example:3478"], username: "u", credential: "c")])
    let room = try await world.create(.voiceCall)
    let grant = try await world.token("ana", in: room)
    #expect(grant.credentials.token.hasPrefix("sbc_"))
    #expect(
      grant.credentials.connect.text
        == #"{"kind":"bare","whip_url":"/v1/rooms/\#(room)/whip","ice_servers":[{"urls":["turn:t.example:3478"],"#
        + #""username":"u","credential":"c"}]}"#)
    #expect(await code { _ = try await world.token(nil, in: room) } == .capabilityUnsupported)
  }

  @Test func reportsThatPassEachOtherLeaveBothSidesAgreed() async throws {
    let room = try await world.create(.voiceCall)
    let answer = try await call(room)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask { try? await self.report(room, index.isMultiple(of: 2) ? .connected : .disconnected) }
      }
    }
    let now = try #require(try await view(room).call)
    let last = try #require(now.connection)
    #expect(now.state == .connected)
    #expect(await eventually { lines.line(answer.id)?.requests.last == .media(last) })
  }

  @Test func whoeverDoesNotWaitForTheAnswerLeavesNoCall() async throws {
    lines.open(with: .candidatesEnded)
    let room = try await world.create(.voiceCall)
    let waiting = Task { try await call(room) }
    #expect(await eventually { lines.openLines == 1 })
    waiting.cancel()
    await #expect(throws: GatewayError.self) { _ = try await waiting.value }
    #expect(await eventually { lines.openLines == 0 })
    #expect(await eventually { (try? await view(room).call?.state) == .failed })
  }

  /// Calls started and ended at random moments: nothing stays.
  @Test func nothingIsLeftOfManyCalls() async throws {
    let rooms = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<40 { group.addTask { try await self.world.create(.voiceCall) } }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    await withTaskGroup(of: Void.self) { group in
      for (index, room) in rooms.enumerated() {
        group.addTask {
          async let answer = self.call(room)
          for _ in 0..<(index % 7) { await Task.yield() }
          switch index % 4 {
          case 0: _ = try? await self.world.gateway.end(room, caller: self.world.caller)
          case 1:
            if let id = try? await self.view(room).call?.id {
              try? await self.world.gateway.hangUpCall(room, id, caller: self.world.caller)
            }
          case 2: for id in self.lines.calls { if index % 8 == 2 { self.lines.close(id) } }
          default: try? await self.report(room, .failed)
          }
          if let id = (try? await answer)?.id {
            try? await self.world.gateway.hangUpCall(room, id, caller: self.world.caller)
          }
        }
      }
    }
    #expect(await eventually { lines.openLines == 0 })
    for room in rooms {
      let call = try await view(room).call
      #expect(call?.isOpen != true, "\(String(describing: call?.state))")
    }
  }
}
