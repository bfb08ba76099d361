package import MeetingCore

/// A recording, broadcast or transcription as a caller sees it.
package struct EgressView: Sendable {
  package let egress: Egress
  package let room: String
  /// Everybody it names, as far as something is known of them.
  package let people: [String: Person]
  /// Fresh addresses of its files; a file without one cannot be had now.
  package let links: [EgressFileLink]

  package init(egress: Egress, room: String, people: [String: Person], links: [EgressFileLink] = []) {
    self.egress = egress
    self.room = room
    self.people = people
    self.links = links
  }

  package func link(to file: EgressFile) -> EgressFileLink? { links.first { $0.file.isSame(as: file) } }
}
