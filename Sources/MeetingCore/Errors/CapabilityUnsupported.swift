/// The provider has no such capability for this kind of room.
public struct CapabilityUnsupported: Error, Sendable, Hashable {
  public let capability: Capability
  public init(_ capability: Capability) { self.capability = capability }
}
