package import MeetingCore

/// What the gateway does for every provider by itself, because it mints the tokens, sees the joins and can remove people.
package enum EmulatedPolicies {
  package static func overlay(_ offering: Offering) -> Offering {
    var result = offering
    guard offering.port(.joining) != nil, offering.cells[.remove] != nil else { return result }
    add(.lock, "refused where tokens are minted; whoever comes with an older one is removed", to: &result)
    add(.membersOnly, "refused where tokens are minted; whoever comes with an older one is removed", to: &result)
    if offering.cells[.presence] != nil {
      add(.history, "from the gateway's own record of who came and went", enforcement: .vendor, to: &result)
    }
    if offering.cells[.ban] == nil { add(.ban, "refused where tokens are minted; removed on each join", to: &result) }
    return result
  }

  private static func add(
    _ capability: Capability, _ note: String, enforcement: Enforcement = .policed, to offering: inout Offering
  ) {
    guard offering.cells[capability] == nil else { return }
    offering.state(capability, .emulated, enforcement: enforcement, note: note)
  }
}
