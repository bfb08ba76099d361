public import MeetingCore

/// A provider and its vendor, made for one behaviour.
public struct ContractFixture: Sendable {
  public let description: ProviderDescription
  public let provider: any MeetingProvider
  /// The same provider with credentials that the vendor refuses.
  public var withBadCredentials: (any MeetingProvider)?
  /// A room that the vendor does not have.
  public var missingRoom: (@Sendable (RoomKind) -> ProviderRoom)?
  /// Whether the vendor itself limits how many may be in a room.
  public var limitsParticipants = false
  public var devices: (any DeviceControls)?
  public var journal: (any JournalControls)?
  public var faults: (any FaultControls)?
  public var hooks: (any HookControls)?
  /// Plays the vendor's side of calls.
  public var calls: (any CallControls)?
  public var feed: (any FeedControls)?
  /// The clock that provider and vendor share.
  public var now: @Sendable () -> Timestamp
  /// Steps that clock; nil when it cannot be stepped.
  public var advance: (@Sendable (Duration) async -> Void)?
  /// Ends the vendor. Called once.
  public var stop: @Sendable () async -> Void

  public init(
    description: ProviderDescription, provider: any MeetingProvider, now: @escaping @Sendable () -> Timestamp,
    stop: @escaping @Sendable () async -> Void = {}
  ) {
    self.description = description
    self.provider = provider
    self.now = now
    self.stop = stop
  }
}
