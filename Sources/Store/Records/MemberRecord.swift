/// A member's row.
package struct MemberRecord: Sendable, Hashable {
  package let room: String
  package let person: String
  package let role: String

  package init(room: String, person: String, role: String) {
    self.room = room
    self.person = person
    self.role = role
  }
}
