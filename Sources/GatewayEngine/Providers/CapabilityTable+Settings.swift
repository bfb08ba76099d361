import MeetingCore

extension CapabilityTable {
  /// How the account keeps settings of rooms: one row per setting and way of keeping it, over the kinds of room.
  package static func settings(of account: ProviderAccount, _ registry: ProviderRegistry) -> [SettingRow] {
    var rows: [SettingRow] = []
    for rule in RoomRule.allCases {
      for kind in RoomKind.allCases {
        guard let offering = registry.offering(of: account, for: kind) else { continue }
        let fresh = row(rule, kind, offering.rules[rule])
        if let index = rows.firstIndex(where: { $0.isLike(fresh) }) {
          rows[index].kinds.append(kind)
        } else {
          rows.append(fresh)
        }
      }
    }
    return rows
  }

  private static func row(_ rule: RoomRule, _ kind: RoomKind, _ keeping: Offering.Keeping?) -> SettingRow {
    SettingRow(
      rule: rule, kinds: [kind], quality: keeping?.quality ?? .unsupported,
      enforcement: keeping?.enforcement ?? .advisory, note: keeping?.note, range: keeping?.range)
  }
}
