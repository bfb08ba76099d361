import Cryptography
import MeetingCore
import RoomReducer
import SessionDescription
import Store

/// Calls of voice_call rooms: made, trickled to, reported of, and ended.
struct CallControls: Sendable {
  let services: Services

  // MARK: Calling

  /// Answers with the vendor's answer; whatever goes wrong until then ends the call.
  func offer(_ id: String, _ offer: SessionDescription, _ caller: Caller) async throws(GatewayError) -> CallAnswer {
    let state = try await services.room(id, caller)
    let hosting = try services.require(.whip, state.room)
    let person = RoleRules.by(caller, in: state)
    try admit(person, state)
    if let running = state.openCall { throw Self.alreadyRunning(running) }
    let call = VoiceCall(id: services.identifiers.make("cal_"), caller: person, createdAt: services.now)
    let named = try await services.person(person, state.room)
    let committed = try await services.commit(RoomSubmission([.intent(.callStarted(call))]), to: id)
    guard committed.state.call(call.id) != nil else { throw Self.refusal(committed.state) }
    let session = CallSession(call, offer, room: state.room, timers: hosting.timers, services: services)
    return try await negotiate(session, hosting, named, state.room, caller)
  }

  private func admit(_ person: String, _ state: RoomState) throws(GatewayError) {
    let refusal = AdmissionRules.refusal(
      of: person, role: state.role(of: person), in: state, now: services.now,
      rules: services.registry.rules(of: state.room))
    if let refusal { throw Admissions.refused(refusal, state.room) }
  }

  private func negotiate(
    _ session: CallSession, _ hosting: any CallHosting, _ person: Person, _ room: Room, _ caller: Caller
  ) async throws(GatewayError) -> CallAnswer {
    let account = try services.account(of: room)
    let context = services.context(caller, actor: caller.actor)
    let sdp = SessionText(session.description.text)
    do {
      try await services.calls.run(account, .write, context, repeats: false) { () throws(ProviderFailure) in
        let connection = hosting.connection(of: CallOffer(id: session.call.id, caller: person, sdp: sdp))
        guard services.voice.start(session, over: connection) else { return }
        await letGoIfOver(session)
        try await answered(session)
      }
    } catch {
      await giveUp(session, error)
      throw services.error(error, room)
    }
    guard services.voice.session(session.call.id) != nil || session.gathering.ending != nil else {
      await giveUp(session, nil)
      throw GatewayError(.notReady, "the gateway is stopping").with { $0.retryAfterSeconds = 2 }
    }
    guard let result = await session.gathering.result(services.options.calls) else {
      throw try await Self.overtaken(session, services.anyRoom(room.id))
    }
    return CallAnswer(
      id: session.call.id, sdp: SessionText(result.sdp), tag: session.tag, iceServers: result.servers)
  }

  /// The room may have ended, or its caller been banned, before there was a connection that could have been let go of.
  private func letGoIfOver(_ session: CallSession) async {
    guard let state = try? await services.anyRoom(session.roomID), state.call(session.call.id)?.isOpen != true else {
      return
    }
    session.finish(.told(.ended(state.room.phase == .ended ? .roomEnded : .hungUp)))
  }

  /// Returns when the vendor has answered, or the call is over for what is no failure of the vendor's.
  private func answered(_ session: CallSession) async throws(ProviderFailure) {
    let isAnswered = await session.gathering.wait(atMost: services.options.calls.answerLimit)
    guard isAnswered else { throw ProviderFailure(.timeout, executed: .maybe, operation: "call") }
    switch session.gathering.ending {
    case .failed(let fault): throw fault.failure
    case .closed: throw ProviderFailure(.conflict, executed: .yes, operation: "call")
    case .told, nil: return
    }
  }

  /// Nobody will hear of this call: it is over here and at the vendor.
  private func giveUp(_ session: CallSession, _ failure: ProviderFailure?) async {
    guard session.gathering.ending == nil else { return }
    let error =
      switch failure?.reason {
      case .timeout: CallError(.timedOut, "the vendor did not answer in time", isRetryable: true)
      case nil: CallError(.gatewayStopped, "the gateway was stopped", isRetryable: true)
      default: CallError(.unavailable, "the vendor could not be asked", isRetryable: true)
      }
    session.finish(.told(.failed(error)))
    _ = try? await services.commit(RoomSubmission([fact(.failed(error), of: session.call.id)]), to: session.roomID)
  }

  /// Somebody has ended it before it was answered.
  private static func overtaken(_ session: CallSession, _ state: RoomState?) throws(GatewayError) -> GatewayError {
    if let state, state.room.phase == .ended { return GatewayError(.roomEnded, "the room has ended") }
    if case .told(.failed(let error))? = session.gathering.ending, error.code == .gatewayStopped {
      return GatewayError(.notReady, "the gateway is stopping").with { $0.retryAfterSeconds = 2 }
    }
    return GatewayError(.participantLeft, "the call was ended before it was answered")
  }

  private static func refusal(_ state: RoomState) -> GatewayError {
    if let running = state.openCall { return alreadyRunning(running) }
    return GatewayError(.roomEnded, "the room has ended")
  }

  static func alreadyRunning(_ call: VoiceCall) -> GatewayError {
    GatewayError(.alreadyRunning, "there is a call in this room already").with { $0.existingID = call.id }
  }

  // MARK: While it runs

  /// `tags` are those of `If-Match`; nil where it is not there.
  func trickle(_ id: String, _ call: String, _ fragment: SessionFragment, tags: [String]?, _ caller: Caller)
    async throws(GatewayError)
  {
    let session = try await own(id, call, caller)
    try match(tags, session)
    let known = session.description.usernameFragments
    guard fragment.usernameFragments.isSubset(of: known) else {
      throw GatewayError(.capabilityUnsupported, "a call is not put in touch anew: hang up and call again").with {
        $0.capability = .whip
      }
    }
    for candidate in fragment.candidates {
      guard let place = session.description.index(mid: candidate.mid, mediaLine: candidate.mid == nil ? 0 : nil) else {
        throw Self.invalid("media/mid", "mismatch", "names no part of the offer")
      }
      let mid = candidate.mid ?? session.description.media[place].mid
      session.ask(.candidate(ICECandidate(candidate.text, mid: mid, mediaLine: place)))
    }
    if fragment.isLast { session.ask(.candidatesEnded) }
  }

  private func match(_ tags: [String]?, _ session: CallSession) throws(GatewayError) {
    guard let tags else {
      throw GatewayError(.preconditionRequired, "If-Match must name the entity tag of the call's ICE session")
    }
    guard tags.contains("*") || tags.contains(session.tag) else {
      throw GatewayError(.preconditionFailed, "the call's ICE session has another entity tag")
    }
  }

  func hangUp(_ id: String, _ call: String, _ caller: Caller) async throws(GatewayError) {
    let state = try await services.room(id, caller)
    _ = try services.require(.whip, state.room)
    let known = try await known(call, state)
    try RoleRules.requireOwn(known.caller ?? "", caller, in: state, now: services.now)
    guard known.isOpen else { return }
    _ = try await services.commit(RoomSubmission([fact(.ended(.hungUp), of: call)]), to: id)
  }

  func answer(_ id: String, _ sdp: SessionDescription, generation: Int, _ caller: Caller) async throws(GatewayError) {
    let (_, session) = try await running(id, caller)
    guard let offer = session.offer, offer.generation == generation else { throw Self.noSuchOffer }
    guard sdp.media.count == offer.parts else {
      throw Self.invalid("media", "mismatch", "must have as many m= lines as the offer")
    }
    guard session.answer(SessionText(sdp.text), to: generation) else { throw Self.noSuchOffer }
  }

  func report(_ id: String, _ report: CallReport, _ caller: Caller) async throws(GatewayError) {
    let (call, session) = try await running(id, caller)
    _ = try await services.commit(RoomSubmission([fact(.reported(report), of: call.id)]), to: id)
    // As it is now: others may have been committed together with this one, and after it.
    guard let state = try await services.anyRoom(id), let now = state.call(call.id), now.isOpen else { return }
    session.note(now, version: state.room.version)
  }

  func wish(_ id: String, _ wish: CallWish, _ caller: Caller) async throws(GatewayError) -> Outcome {
    let state = try await services.room(id, caller)
    _ = try services.offered(.call, state.room)
    let call = try open(state)
    try RoleRules.requireOwn(call.caller ?? "", caller, in: state, now: services.now)
    try RoleRules.requireAuthority(caller, over: call.caller, in: state)
    if case .named(let device)? = wish.device, !call.audio.available.contains(where: { $0.id == device }) {
      throw Self.invalid("/audio_device", "not_allowed", "is not among the available devices")
    }
    let committed = try await services.commit(RoomSubmission([fact(.wished(wish), of: call.id)]), to: id)
    guard committed.state.call(call.id)?.isOpen == true else { throw Self.noCall }
    let affected = [committed.state.participants[call.id]?.id].compactMap { $0 }
    return Outcome(
      .requested, changed: nil, affected: affected, provider: state.room.provider,
      providerKind: state.room.providerKind)
  }

  // MARK: Reading

  func read(_ id: String, _ caller: Caller) async throws(GatewayError) -> CallView {
    let state = try await services.room(id, caller)
    _ = try services.offered(.call, state.room)
    let call = try await latest(state)
    let named = call?.caller == nil ? nil : try await services.person(call?.caller ?? "", state.room)
    return CallView(room: id, call: call, caller: named, offer: offer(of: call, caller, state))
  }

  /// Descriptions hold passwords: they are for who answers.
  private func offer(of call: VoiceCall?, _ caller: Caller, _ state: RoomState) -> (generation: Int, sdp: SessionText)?
  {
    guard let call, call.isOpen, let offer = services.voice.session(call.id)?.offer,
      (try? RoleRules.requireOwn(call.caller ?? "", caller, in: state, now: services.now)) != nil
    else { return nil }
    return (offer.generation, offer.sdp)
  }

  /// One that is over for long is in the store only.
  private func latest(_ state: RoomState) async throws(GatewayError) -> VoiceCall? {
    if let call = state.latestCall { return call }
    var query = ResourceQuery(room: state.room.id, kind: ResourceCoding.Kind.call.rawValue)
    query.limit = 1
    let page = try await ResourceReader(services: services).page(query, cursor: nil)
    if case .call(let call)? = page.items.first { return call }
    return nil
  }

  // MARK: What an earlier process left

  /// A call lives as long as its connection, and connections do not outlive a process.
  func settleAll() async throws(GatewayError) {
    let store = services.store
    let error = CallError(.gatewayRestarted, "the gateway that held the call is gone", isRetryable: true)
    var query = OpenResourceQuery(kind: ResourceCoding.Kind.call.rawValue, changedBefore: .max)
    query.limit = 100
    while true {
      let page = query
      let rows = try await services.stored { () throws(StoreFailure) in try await store.openResources(page) }
      for row in rows {
        _ = try await services.commit(RoomSubmission([fact(.failed(error), of: row.id)]), to: row.room)
      }
      guard rows.count == query.limit, let last = rows.last else { return }
      query.after = .init(changedAt: last.changedAt, id: last.id)
    }
  }

  // MARK: Parts

  /// The call that is under way, and its connection, for whoever may speak for its caller.
  private func running(_ id: String, _ caller: Caller) async throws(GatewayError) -> (VoiceCall, CallSession) {
    let state = try await services.room(id, caller)
    _ = try services.offered(.call, state.room)
    let call = try open(state)
    try RoleRules.requireOwn(call.caller ?? "", caller, in: state, now: services.now)
    guard let session = services.voice.session(call.id) else { throw Self.noCall }
    return (call, session)
  }

  private func own(_ id: String, _ call: String, _ caller: Caller) async throws(GatewayError) -> CallSession {
    let state = try await services.room(id, caller)
    _ = try services.require(.whip, state.room)
    let known = try await known(call, state)
    try RoleRules.requireOwn(known.caller ?? "", caller, in: state, now: services.now)
    guard known.isOpen, let session = services.voice.session(call) else {
      throw GatewayError(.notFound, "the call is over")
    }
    return session
  }

  private func known(_ id: String, _ state: RoomState) async throws(GatewayError) -> VoiceCall {
    guard case .call(let call)? = try await ResourceReader(services: services).resource(id, in: state) else {
      throw GatewayError(.notFound, "there is no such call in this room")
    }
    return call
  }

  private func open(_ state: RoomState) throws(GatewayError) -> VoiceCall {
    guard let call = state.openCall else { throw Self.noCall }
    return call
  }

  private func fact(_ news: CallNews, of call: String) -> RoomInput {
    .fact(Fact(occurredAt: services.now, source: .api, .call(call, news)))
  }

  private static var noCall: GatewayError {
    GatewayError(.noActiveSession, "nobody is calling in this room")
  }

  private static var noSuchOffer: GatewayError {
    GatewayError(.conflict, "no offer of this generation waits for an answer")
  }

  private static func invalid(_ pointer: String, _ code: String, _ message: String) -> GatewayError {
    GatewayError(.invalidRequest, "the body is not valid").with {
      $0.issues = [FieldIssue(pointer: pointer, code: code, message: message)]
    }
  }
}
