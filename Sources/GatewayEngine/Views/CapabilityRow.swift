package import MeetingCore

/// One line of a provider's capability table.
package struct CapabilityRow: Sendable, Hashable {
  package let capability: Capability
  /// The kinds of room it holds for.
  package let kinds: [RoomKind]
  package let quality: Quality
  package let enforcement: Enforcement
  package let limits: CapabilityLimits?
  package let note: String?

  package init(
    capability: Capability, kinds: [RoomKind], quality: Quality, enforcement: Enforcement, limits: CapabilityLimits?,
    note: String?
  ) {
    self.capability = capability
    self.kinds = kinds
    self.quality = quality
    self.enforcement = enforcement
    self.limits = limits
    self.note = note
  }
}
