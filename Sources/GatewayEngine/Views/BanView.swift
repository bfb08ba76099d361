package import MeetingCore

/// A ban with the person it keeps out.
package struct BanView: Sendable, Hashable {
  package let ban: Ban
  package let person: Person

  package init(ban: Ban, person: Person) {
    self.ban = ban
    self.person = person
  }
}
