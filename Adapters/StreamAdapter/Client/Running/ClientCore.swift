import ClientSupport
import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import Synchronization
import WebSocket

/// What a client and its calls share: who uses it, the way to the service, and the calls that are in use.
final class ClientCore: Sendable {
  /// What does not know of calls.
  final class Parts: Sendable {
    let apiKey: String
    let options: StreamVideoOptions
    let time: any TimeSource
    let random: any RandomSource
    let network: ClientNetwork
    let tokens: TokenKeeper
    let work = BackgroundWork()
    let windows = RateWindows()
    private let person: Mutex<User>

    init(
      apiKey: String, user: User, options: StreamVideoOptions, tokens: TokenKeeper, _ surroundings: ClientSurroundings
    ) {
      self.apiKey = apiKey
      self.options = options
      self.tokens = tokens
      (time, random) = (surroundings.time, surroundings.random)
      network = ClientNetwork(surroundings.network.map { .init(transport: $0.transport, sockets: $0.sockets) })
      person = Mutex(user)
    }

    var user: User { person.withLock { $0 } }
    func set(_ user: User) { person.withLock { $0 = user } }

    /// The way to the service, made where there is none yet.
    func connections() throws(StreamVideoError) -> ClientNetwork.Parts {
      do { return try network.parts() } catch {
        throw StreamVideoError(.unavailable, operation: "Connect", message: "the system gives no sockets")
      }
    }

    func door() throws(StreamVideoError) -> CoordinatorDoor {
      CoordinatorDoor(
        side: .client, apiKey: apiKey, baseURL: options.baseURL, connectTime: StreamDeadlines().connect, secrets: [],
        sockets: try connections().sockets, time: time)
    }

    func sender() throws(StreamVideoError) -> StreamSender {
      StreamSender(
        side: .client, apiKey: apiKey, baseURL: options.baseURL, deadlines: StreamDeadlines(), secrets: [],
        transport: try connections().transport, time: time, random: random, windows: windows)
    }
  }

  /// The service takes so many calls in one request.
  static let chunk = 100

  let parts: Parts
  let keeper: ConnectionKeeper
  let events = Broadcast<CallEvent>(keeping: CallEventStream<CallEvent>.kept)
  let media: any MediaSide
  private let calls = Mutex<[String: WeakCall]>([:])
  private let strays = Mutex(Strays())
  private let guest = SharedFlight<Void>("CreateGuest")
  private let isGuestMade = Mutex(false)

  init(_ parts: Parts, media: any MediaSide) {
    self.parts = parts
    self.media = media
    keeper = ConnectionKeeper(parts)
  }

  var user: User { parts.user }

  // MARK: Sending

  /// Sends a request in the user's name. A token that is over is renewed, once.
  @discardableResult
  func send(_ request: StreamRequest) async throws(StreamVideoError) -> JSON {
    try await enter()
    return try await sendAsUser(request)
  }

  private func sendAsUser(_ request: StreamRequest) async throws(StreamVideoError) -> JSON {
    let token = try await parts.tokens.current()
    do throws(StreamVideoError) { return try await once(request, token) } catch {
      guard error.kind == .tokenExpired, parts.tokens.isRenewable else { throw error }
      return try await once(request, try await parts.tokens.renewed(after: token))
    }
  }

  private func once(_ request: StreamRequest, _ token: UserToken) async throws(StreamVideoError) -> JSON {
    let kind: StreamCredentials.Kind = user.kind == .anonymous ? .anonymous : .jwt
    let credentials = StreamCredentials(token: token.rawValue, kind: kind)
    let sender = try parts.sender()
    do {
      return try await sender.send(request, as: credentials, until: .now + parts.options.requestTimeout)
    } catch {
      throw StreamVideoError(error)
    }
  }

  /// Sends a request whose answer shows calls, which this client follows from then on; the id of the connection that does.
  func sendWatching(_ request: StreamRequest) async throws(StreamVideoError) -> (answer: JSON, connection: String?) {
    guard let connection = try await enter() else { return (try await sendAsUser(request), nil) }
    do throws(StreamVideoError) {
      return (try await sendAsUser(request.watching(over: connection)), connection)
    } catch {
      // The connection broke just now, and the service does not know it any more.
      guard error.code == 46 else { throw error }
      let next = try await keeper.ensure(listener)
      return (try await sendAsUser(request.watching(over: next)), next)
    }
  }

  // MARK: Being there

  /// Whoever does anything must be known to the service, which only a connection sees to. nil for anonymous users, who
  /// have none.
  @discardableResult
  func enter() async throws(StreamVideoError) -> String? {
    switch user.kind {
    case .anonymous: return nil
    case .guest where !isGuestMade.withLock({ $0 }):
      try await guest.value { () throws(StreamVideoError) in try await self.makeGuest() }
    case .guest, .regular: break
    }
    return try await keeper.ensure(listener)
  }

  /// The id and the token that the service gives are the ones that count. A guest who brings a token is one already.
  private func makeGuest() async throws(StreamVideoError) {
    if isGuestMade.withLock({ $0 }) { return }
    if parts.tokens.held.isEmpty {
      let answer: JSON
      do {
        answer = try await parts.sender().send(
          .guest(user.details), as: StreamCredentials(token: "", kind: .anonymous),
          until: .now + parts.options.requestTimeout)
      } catch let error as ProviderFailure { throw StreamVideoError(error) } catch let error as StreamVideoError {
        throw error
      } catch { throw .cancelled("CreateGuest") }
      guard let made = User(answer["user"]), let token = answer["access_token"]?.stringValue, !token.isEmpty else {
        throw StreamVideoError(FailureClassifier.missing("/access_token", "CreateGuest"))
      }
      parts.set(User(id: made.id, name: made.name, imageURL: made.imageURL, role: made.role, kind: .guest))
      parts.tokens.set(UserToken(rawValue: token))
    }
    isGuestMade.withLock { $0 = true }
  }

  var listener: ConnectionKeeper.Listener {
    ConnectionKeeper.Listener(
      event: { [weak self] in self?.take($0) }, connected: { [weak self] again in if again { self?.followAgain() } })
  }

  // MARK: Calls

  /// The call in use for an address, made if there is none.
  func call(_ address: CallAddress, _ make: () -> Call) -> Call {
    calls.withLock { calls in
      if let call = calls[address.cid]?.call { return call }
      calls = calls.filter { $0.value.call != nil }
      let call = make()
      calls[address.cid] = WeakCall(call)
      return call
    }
  }

  var openCalls: [Call] { calls.withLock { $0.values.compactMap(\.call) } }

  /// Events come one after the other; the state of a call changes before anybody hears of the event.
  private func take(_ json: JSON) {
    let event = CallEvent(json)
    strays.withLock { $0.take(event) }
    if let cid = event.callCid { calls.withLock { $0[cid]?.call }?.take(event) }
    events.tell(event)
  }

  /// Asks for calls by something else than their addresses. What is told meanwhile may be newer than the answer, and of calls
  /// that nobody has yet: it goes over the answer's rows, each with what was told of its call.
  func search(_ request: StreamRequest, isFollowed: Bool) async throws(StreamVideoError) -> (JSON, (String) -> [JSON]) {
    strays.withLock { $0.begin() }
    defer { strays.withLock { $0.end() } }
    let answer = isFollowed ? try await sendWatching(request).answer : try await send(request)
    let told = strays.withLock { $0.events }
    return (answer, { cid in told.filter { $0.callCid == cid }.map(\.json) })
  }

  // MARK: The end

  /// Leaves everything; returns when no task and no socket is left.
  func close() async {
    await withTaskGroup(of: Void.self) { group in
      for call in openCalls { group.addTask { await call.leave() } }
    }
    await guest.cancel()
    await parts.work.stop()
    await keeper.reset()
    await parts.tokens.cancel()
    await parts.network.close()
    for call in openCalls { call.forget() }
    events.finish()
    parts.work.resume()
  }

  // MARK: After a break

  /// A new connection watches nothing: all calls are asked for again, and shown as they are now.
  private func followAgain() {
    let connection = keeper.connection
    parts.work.start { await self.followAgain(over: connection) }
  }

  private func followAgain(over connection: String?) async {
    var pauses = BackOff(parts.random)
    while !Task.isCancelled, let connection, keeper.connection == connection {
      do throws(StreamVideoError) { return try await follow(openCalls.filter(\.isFollowed), over: connection) } catch {
        guard error.isPassing else { return }
        try? await parts.time.sleep(for: pauses.next(after: error))
      }
    }
  }

  private func follow(_ calls: [Call], over connection: String) async throws(StreamVideoError) {
    for part in calls.chunks(of: Self.chunk) {
      for call in part { call.state.change { $0.beginReading() } }
      let answer: JSON
      do throws(StreamVideoError) {
        answer = try await sendAsUser(
          .watchCalls(part.map(\.cId), connection: connection, as: user.id))
      } catch {
        for call in part { call.state.change { $0.giveUpReading() } }
        throw error
      }
      let rows = answer["calls"]?.arrayValue ?? []
      for call in part { call.finishReading(rows.first { $0["call"]?["cid"]?.stringValue == call.cId }) }
    }
  }
}
