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
    let wanted = behaviour.capabilities.union(behaviour.parts.vendors).union(behaviour.parts.policed)
    let missing = wanted.filter { offering.cells[$0] == nil }.map(\.rawValue).sorted()
    guard missing.isEmpty else { return "no " + missing.joined(separator: ", ") }
    if let others = othersWork(offering) { return others }
    if behaviour.requirements.contains(.vendorRooms), !native.hasRoomsAtVendor { return "the vendor has no rooms" }
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
    let naming = native.handle(.presence)?.naming ?? .connection
    if behaviour.requirements.contains(.severalDevices), naming == .place { return "one device of a person at a time" }
    if behaviour.requirements.contains(.oneDevice), naming == .connection { return "several devices of a person" }
    return nil
  }

  /// Why somebody else does what the behaviour is about; nil when whoever is to does.
  private func othersWork(_ offering: Offering) -> String? {
    let parts = behaviour.parts
    let foreign = parts.vendors.filter { offering.cells[$0]?.enforcement != .vendor }.map(\.rawValue).sorted()
    guard foreign.isEmpty else { return "the vendor does not see to " + foreign.joined(separator: ", ") }
    let own = parts.policed.filter { offering.cells[$0]?.enforcement != .policed }.map(\.rawValue).sorted()
    guard own.isEmpty else { return "the gateway does not watch over " + own.joined(separator: ", ") }
    let unkept = parts.kept.union(parts.gateways).filter { offering.rules[$0] == nil }.map(\.rawValue).sorted()
    guard unkept.isEmpty else { return "nobody keeps " + unkept.joined(separator: ", ") }
    let vendors = parts.gateways.filter { offering.rules[$0]?.quality != .emulated }.map(\.rawValue).sorted()
    return vendors.isEmpty ? nil : "the vendor keeps " + vendors.joined(separator: ", ")
  }

  /// What the harness cannot do; nil when it can.
  var skipping: String? {
    let missing = ContractBehaviour.Requirement.allCases.filter { behaviour.requirements.contains($0) && !has($0) }
    return missing.isEmpty ? nil : "the harness has no " + missing.map(\.rawValue).joined(separator: ", ")
  }

  private func has(_ requirement: ContractBehaviour.Requirement) -> Bool {
    switch requirement {
    case .joining, .webhooks, .watching, .seating, .outside, .severalDevices, .oneDevice, .permitsAtOnce,
      .permitsAtTheDoor, .vendorRooms:
      true
    case .devices: fixture.devices != nil
    case .clock: fixture.advance != nil
    case .faults: fixture.faults != nil
    case .journal: fixture.journal != nil
    case .hooks: fixture.hooks != nil
    case .feed: fixture.feed != nil
    case .calls: fixture.calls != nil
    }
  }
}
