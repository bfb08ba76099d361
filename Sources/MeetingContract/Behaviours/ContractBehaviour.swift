public import MeetingCore

/// One thing that holds for every provider which claims the capabilities it is about.
public struct ContractBehaviour: Sendable {
  /// What a behaviour is asked of: the adapter alone, or a gateway over it.
  public enum Layer: String, Sendable, Hashable {
    /// Shown on the provider itself: what is native or requested.
    case provider
    /// Shown through the HTTP API over the whole engine: what is emulated, policies and refusals.
    case gateway
  }

  /// What a behaviour needs beside capabilities.
  public enum Requirement: String, Sendable, Hashable, CaseIterable {
    /// The provider gives credentials to join.
    case joining
    /// The provider receives webhooks.
    case webhooks
    /// The provider follows rooms over a connection of its own.
    case watching
    /// The provider sits in rooms itself.
    case seating
    /// The provider does what it is about without sitting in the room.
    case outside
    /// Roles and permissions take effect on whoever is connected.
    case permitsAtOnce = "permits_at_once"
    /// Roles and permissions take effect with the next token.
    case permitsAtTheDoor = "permits_at_the_door"
    /// A person may be in with several devices at once.
    case severalDevices
    /// A person's next device takes the place of the one before.
    case oneDevice
    /// The vendor has rooms of its own: making and finding one asks it.
    case vendorRooms = "vendor_rooms"
    /// The harness moves devices.
    case devices
    /// The harness steps the clock of provider and vendor.
    case clock
    /// The harness makes the vendor fail.
    case faults
    /// The harness reads what reached the vendor.
    case journal
    /// The harness delivers the vendor's webhooks.
    case hooks
    /// The harness cuts the connections over which rooms are followed.
    case feed
    /// The harness plays the vendor's side of calls.
    case calls
  }

  /// Who does what a behaviour is about.
  public struct Parts: Sendable, Hashable {
    /// Capabilities that the vendor enforces or carries out itself.
    public var vendors: Set<Capability> = []
    /// Capabilities whose rule the gateway watches over.
    public var policed: Set<Capability> = []
    /// Settings that somebody keeps.
    public var kept: Set<RoomRule> = []
    /// Settings that the gateway keeps.
    public var gateways: Set<RoomRule> = []

    public init() {}
  }

  /// Unique, lower case, words joined by hyphens.
  public let name: String
  /// What holds, as a sentence.
  public let summary: String
  public let layer: Layer
  public let capabilities: Set<Capability>
  /// The kinds of room it is about; nil = all.
  public let kinds: Set<RoomKind>?
  public let requirements: Set<Requirement>
  /// Whose work what it is about must be; the capabilities and settings named here are needed, too.
  public var parts = Parts()
  let body: @Sendable (ContractRun) async throws -> Void

  public init(
    _ name: String, _ layer: Layer, _ summary: String, capabilities: Set<Capability> = [],
    kinds: Set<RoomKind>? = nil, requirements: Set<Requirement> = [],
    body: @escaping @Sendable (ContractRun) async throws -> Void
  ) {
    self.name = name
    self.layer = layer
    self.summary = summary
    self.capabilities = capabilities
    self.kinds = kinds
    self.requirements = requirements
    self.body = body
  }
}
