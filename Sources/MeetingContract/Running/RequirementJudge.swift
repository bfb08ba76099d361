import GatewayEngine
import MeetingCore

/// Whether a behaviour can be shown at all: capability sets and the harness's parts decide, never a vendor's name.
struct RequirementJudge {
  let behaviour: ContractBehaviour
  let fixture: ContractFixture
  let kind: RoomKind

  /// Why the behaviour is not about this provider; nil when it is.
  var lacking: String? {
    guard let native = fixture.provider.offering(for: kind) else { return "has no \(kind.rawValue)s" }
    let offering = behaviour.layer == .gateway ? EmulatedPolicies.overlay(native, kind) : native
    let missing = behaviour.capabilities.filter { offering.cells[$0] == nil }.map(\.rawValue).sorted()
    guard missing.isEmpty else { return "no " + missing.joined(separator: ", ") }
    if behaviour.requirements.contains(.joining), native.port(.joining) == nil { return "no joining" }
    if behaviour.requirements.contains(.webhooks), native.port(.webhooks) == nil { return "no webhooks" }
    if behaviour.requirements.contains(.watching), native.port(.watching) == nil { return "no watching" }
    if behaviour.requirements.contains(.seating), native.port(.seating) == nil { return "no seat" }
    if behaviour.requirements.contains(.outside), native.port(.seating) != nil { return "it goes over the seat" }
    let isAdvice = offering.cells[.permissions]?.enforcement == .advisory
    if behaviour.requirements.contains(.permitsAtOnce), isAdvice { return "permissions hold from the next join on" }
    let isWish = offering.cells[.permissions]?.quality == .requested
    if behaviour.requirements.contains(.permitsAtOnce), isWish { return "permissions are asked of the person's client" }
    if behaviour.requirements.contains(.permitsAtTheDoor), !isAdvice { return "permissions hold at once" }
    return nil
  }

  /// What the harness cannot do; nil when it can.
  var skipping: String? {
    let missing = ContractBehaviour.Requirement.allCases.filter { behaviour.requirements.contains($0) && !has($0) }
    return missing.isEmpty ? nil : "the harness has no " + missing.map(\.rawValue).joined(separator: ", ")
  }

  private func has(_ requirement: ContractBehaviour.Requirement) -> Bool {
    switch requirement {
    case .joining, .webhooks, .watching, .seating, .outside, .permitsAtOnce, .permitsAtTheDoor: true
    case .devices: fixture.devices != nil
    case .clock: fixture.advance != nil
    case .faults: fixture.faults != nil
    case .journal: fixture.journal != nil
    case .hooks: fixture.hooks != nil
    case .feed: fixture.feed != nil
    }
  }
}
