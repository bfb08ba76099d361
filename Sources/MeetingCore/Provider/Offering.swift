/// What a provider offers for one kind of room: handing out a handle is the claim of support, and the engine reads nothing else.
public struct Offering: Sendable {
  /// What is declared of one capability.
  public struct Cell: Sendable {
    public let quality: Quality
    public let enforcement: Enforcement
    public let limits: CapabilityLimits?
    public let note: String?
    let handle: (any Sendable)?
  }

  public private(set) var cells: [Capability: Cell] = [:]
  /// How settings of rooms are kept; one that is missing cannot be had.
  public private(set) var rules: [RoomRule: Keeping] = [:]
  /// Whether the vendor has such rooms. Where it has none, a room is a record of the gateway's and nothing else: making,
  /// finding and ending one asks nothing of the vendor.
  public var hasRoomsAtVendor = true
  private var ports: [PortName: any Sendable] = [:]

  public init() {}

  /// Declares and supplies a capability in one go. Offering one twice is a programmer's error.
  public mutating func offer<Handle: Sendable>(
    _ role: Role<Handle>, _ quality: Quality, enforcement: Enforcement = .vendor, by handle: Handle,
    limits: CapabilityLimits? = nil, note: String? = nil
  ) {
    set(role.capability, Cell(quality: quality, enforcement: enforcement, limits: limits, note: note, handle: handle))
  }

  /// Declares a capability that needs no handle of its own (speaking, anonymous).
  public mutating func state(
    _ capability: Capability, _ quality: Quality, enforcement: Enforcement = .vendor, limits: CapabilityLimits? = nil,
    note: String? = nil
  ) {
    set(capability, Cell(quality: quality, enforcement: enforcement, limits: limits, note: note, handle: nil))
  }

  /// Supplies what is not a capability of the API (joining, webhooks). Supplying one twice is a programmer's error.
  public mutating func supply<Handle: Sendable>(_ port: Port<Handle>, by handle: Handle) {
    precondition(ports.updateValue(handle, forKey: port.name) == nil, "\(port.name) supplied twice")
  }

  /// The handle of a capability, or the typed refusal.
  public func require<Handle: Sendable>(_ role: Role<Handle>) throws(CapabilityUnsupported) -> Handle {
    guard let handle = handle(role) else { throw CapabilityUnsupported(role.capability) }
    return handle
  }

  /// The handle of a capability; nil when there is none, or when it is had without one.
  public func handle<Handle: Sendable>(_ role: Role<Handle>) -> Handle? { cells[role.capability]?.handle as? Handle }

  /// The handle of a port; nil when the provider has none.
  public func port<Handle: Sendable>(_ port: Port<Handle>) -> Handle? { ports[port.name] as? Handle }

  /// Declares how one setting of rooms is kept. Declaring it twice is a programmer's error.
  public mutating func keep(_ rule: RoomRule, _ keeping: Keeping) {
    precondition(rules.updateValue(keeping, forKey: rule) == nil, "\(rule) declared twice")
  }

  /// This offering with one capability taken away, for decorators and tests.
  public func removing(_ capability: Capability) -> Self {
    var copy = self
    copy.cells[capability] = nil
    return copy
  }

  /// This offering with another handle for a capability it has; everything else about the cell stays. For decorators.
  public func replacing<Handle: Sendable>(_ role: Role<Handle>, by handle: Handle) -> Self {
    guard let cell = cells[role.capability] else { return self }
    var copy = self
    copy.cells[role.capability] = Cell(
      quality: cell.quality, enforcement: cell.enforcement, limits: cell.limits, note: cell.note, handle: handle)
    return copy
  }

  /// This offering with another handle for a port. For decorators.
  public func replacing<Handle: Sendable>(_ port: Port<Handle>, by handle: Handle) -> Self {
    var copy = self
    copy.ports[port.name] = handle
    return copy
  }

  private mutating func set(_ capability: Capability, _ cell: Cell) {
    precondition(cells.updateValue(cell, forKey: capability) == nil, "\(capability) offered twice")
  }
}
