import MeetingCore

/// A provider's capability table: one row per capability and way of having it, over the kinds of room.
package enum CapabilityTable {
  package static func rows(of account: ProviderAccount, _ registry: ProviderRegistry) -> [CapabilityRow] {
    let offerings = RoomKind.allCases.compactMap { kind in
      registry.offering(of: account, for: kind).map { (kind, $0) }
    }
    return Capability.allCases.flatMap { rows($0, offerings) }
  }

  private static func rows(_ capability: Capability, _ offerings: [(RoomKind, Offering)]) -> [CapabilityRow] {
    var rows: [CapabilityRow] = []
    for (kind, offering) in offerings {
      let fresh = row(capability, kind, offering.cells[capability])
      if let index = rows.firstIndex(where: { isSame($0, fresh) }) {
        rows[index] = merged(rows[index], kind)
      } else {
        rows.append(fresh)
      }
    }
    return rows
  }

  private static func row(_ capability: Capability, _ kind: RoomKind, _ cell: Offering.Cell?) -> CapabilityRow {
    CapabilityRow(
      capability: capability, kinds: [kind], quality: cell?.quality ?? .unsupported,
      enforcement: cell?.enforcement ?? .advisory, limits: cell?.limits, note: cell?.note)
  }

  private static func isSame(_ left: CapabilityRow, _ right: CapabilityRow) -> Bool {
    left.quality == right.quality && left.enforcement == right.enforcement && left.limits == right.limits
      && left.note == right.note
  }

  private static func merged(_ row: CapabilityRow, _ kind: RoomKind) -> CapabilityRow {
    CapabilityRow(
      capability: row.capability, kinds: row.kinds + [kind], quality: row.quality, enforcement: row.enforcement,
      limits: row.limits, note: row.note)
  }
}
