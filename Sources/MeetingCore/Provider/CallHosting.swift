/// Negotiates voice calls whose media flow between the caller's own WebRTC stack and the vendor: the gateway only passes
/// session descriptions and candidates on. One call of a room at a time.
public protocol CallHosting: Sendable {
  /// How long the media may take, where the vendor's own SDK sets such times. They run only for callers whose side tells
  /// how its media fare.
  var timers: CallTimers { get }

  /// What a caller needs to look for a way before the offer. Good for a while only; a vendor that hands them out with each
  /// call has none here.
  func iceServers(for caller: Person?, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> [ICEServer]

  /// One call; nothing happens before it runs.
  func connection(of call: CallOffer) -> any CallConnecting
}

extension CallHosting {
  /// None: the vendor hands them out with each call.
  public func iceServers(for caller: Person?, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> [ICEServer]
  { [] }
}

extension Role<any CallHosting> { public static var whip: Self { .init(.whip) } }
