package import MeetingCore

/// What somebody may publish; a permission that is missing cannot be had in this room.
package struct PermissionsView: Sendable, Hashable {
  package let allowed: [Permission: Bool]

  package init(effective: Set<Permission>, grantable: Set<Permission>) {
    let all = effective.union(grantable).map { ($0, effective.contains($0)) }
    allowed = Dictionary(uniqueKeysWithValues: all)
  }
}
