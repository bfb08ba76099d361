import ClientSupport
import JSONCoding
import MeetingCore

/// A client of the service for one user: calls, their state, and the connection over which it is told.
///
/// It speaks the service's client interface as the service's own client for Swift does, and is used as that is. No sound or
/// picture is carried: a call's media side tells who publishes and who speaks, and the microphone says that there is sound,
/// without any. The media servers of the service itself are not spoken to.
///
/// Nothing is bound to an actor: every method may be called from any task, and observers get what they wait for on their own
/// tasks. What the service tells is taken in the order of telling, by one task per connection. Whoever makes a client calls
/// `disconnect` in the end, which leaves no task and no socket behind.
public final class StreamVideo: Sendable {
  let core: ClientCore

  /// `token` and user belong together, and both to the app of `apiKey`. Without a token one is fetched from `tokenProvider`,
  /// which is also asked when a token is over. Guests and anonymous users need none.
  public convenience init(
    apiKey: String, user: User, token: UserToken = .empty, tokenProvider: UserTokenProvider? = nil,
    options: StreamVideoOptions = StreamVideoOptions()
  ) {
    self.init(
      apiKey: apiKey, user: user, token: token, tokenProvider: tokenProvider, options: options,
      surroundings: ClientSurroundings())
  }

  package init(
    apiKey: String, user: User, token: UserToken, tokenProvider: UserTokenProvider? = nil,
    options: StreamVideoOptions, surroundings: ClientSurroundings
  ) {
    let parts = ClientCore.Parts(
      apiKey: apiKey, user: user, options: options, tokens: TokenKeeper(token, provider: tokenProvider), surroundings)
    core = ClientCore(parts, media: surroundings.media ?? NetworkMedia(parts: parts))
  }

  deinit { core.parts.work.cancel() }

  /// Who uses the client. Of a guest, once connected, as the service made them.
  public var user: User { core.user }

  // MARK: The connection

  /// Connects; returns once the service has welcomed the user. Every other method does so by itself. Anonymous users have no
  /// connection.
  public func connect() async throws(StreamVideoError) { try await core.enter() }

  /// Leaves every call and the service; returns when nothing is left. What waits for news ends. The client may connect again.
  public func disconnect() async { await core.close() }

  /// How the connection is at this moment.
  public var connectionStatus: ConnectionStatus { core.keeper.status }

  /// Every change of the connection from now on.
  public func connectionStatuses() -> AsyncStream<ConnectionStatus> { core.keeper.statuses.observe() }

  /// Everything that this client is told, of whatever call: also of calls that it does not follow and is a member of.
  public func subscribe() -> CallEventStream<CallEvent> { CallEventStream(core.events.observe()) }

  // MARK: Calls

  /// The call of an address; nothing is asked of the service yet. The same object as before while that is in use.
  public func call(callType: String, callId: String, callSettings: CallMediaSettings? = nil) -> Call {
    let address = CallAddress(type: callType, id: callId)
    return core.call(address) { Call(self, address, callSettings) }
  }

  /// Calls by a filter of the service's (`["type": "audio_room", "ongoing": true]`), a page at a time: `next` is the cursor of
  /// the page before. With `watch` they are followed from then on.
  public func queryCalls(
    filters: [String: RawJSON] = [:], sort: [CallSortField] = [], limit: Int = 25, next: String? = nil,
    previous: String? = nil, watch: Bool = false
  ) async throws(StreamVideoError) -> CallPage {
    let request = StreamRequest.queryCalls(
      filter: RawJSON.json(filters), sort: sort.map(\.json), limit: limit, next: next, previous: previous, watch: watch)
    let (answer, told) = try await core.search(request, isFollowed: watch)
    guard let rows = answer["calls"]?.arrayValue else {
      throw StreamVideoError(FailureClassifier.missing("/calls", request.operation))
    }
    return CallPage(
      calls: rows.compactMap { found($0, isFollowed: watch, told) }, next: answer["next"]?.stringValue,
      previous: answer["prev"]?.stringValue)
  }

  private func found(_ row: JSON, isFollowed: Bool, _ told: (String) -> [JSON]) -> Call? {
    guard let address = CallReading(row["call"]).address else { return nil }
    let call = call(callType: address.type, callId: address.id)
    call.found(row, isFollowed: isFollowed, told(call.cId))
    return call
  }
}
