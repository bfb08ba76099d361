import MeetingCore
import RoomReducer

/// Tells which recording a file is of, where the vendor's list names none.
enum EgressMatching {
  /// How far the vendor's times of a file may lie outside of what we know.
  private static let slackSeconds: Int64 = 15

  /// Files that nobody has yet, as reports on the egress each belongs to. Of several it could be of, the latest that began
  /// before the file ended.
  static func news(in links: [EgressFileLink], _ egresses: [Egress], _ sessions: [String: Session]) -> [EgressReport] {
    let known = egresses.flatMap(\.files)
    let waiting = egresses.filter { !$0.isDeleted && ($0.state == .processing || $0.state == .ready) }
    return links.filter { link in !known.contains { $0.isSame(as: link.file) } }.compactMap { link in
      owner(of: link, among: waiting, sessions).map { EgressReport($0.plan, .ready(link.file), id: $0.id) }
    }
  }

  private static func owner(of link: EgressFileLink, among egresses: [Egress], _ sessions: [String: Session])
    -> Egress?
  {
    egresses.filter { fits($0, link, sessions) }.max { $0.createdAt < $1.createdAt }
  }

  private static func fits(_ egress: Egress, _ link: EgressFileLink, _ sessions: [String: Session]) -> Bool {
    if case .recording(let mode, _, _) = egress.plan, let told = link.mode, told != mode { return false }
    if let told = link.file.session, let session = egress.session.flatMap({ sessions[$0] })?.vendorID, session != told {
      return false
    }
    let begun = (egress.startedAt ?? egress.createdAt).advanced(bySeconds: -slackSeconds)
    if let start = link.file.startedAt, start < begun { return false }
    guard let start = link.file.startedAt, let end = egress.stoppedAt else { return true }
    return start <= end.advanced(bySeconds: slackSeconds)
  }
}
