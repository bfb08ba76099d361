package import MeetingCore

/// When things that carry no time of their own last changed, so that older news that comes later changes nothing.
package struct LatestNews: Sendable, Hashable {
  /// Between backstage and live.
  package var stage: Timeline<RoomPhase>?
  /// Whether somebody is banned, by external id.
  package var bans: [String: Timeline<Bool>] = [:]
  /// The room's version in which somebody's ban last came or went: a snapshot read before it does not undo it.
  package var banVersions: [String: Int64] = [:]
  /// When somebody last became or ceased to be a member, by external id.
  package var members: [String: Timestamp] = [:]
  /// When the number of anonymous viewers was last told, and the version in which it changed.
  package var anonymousAt: Timestamp?
  package var anonymousVersion: Int64 = 0
  /// Whom the vendor is known to keep out: only their bans end when it no longer tells of them.
  package var heldByVendor: Set<String> = []
  /// Whom the vendor still keeps out until it has done what it is being asked.
  package var beingLifted: Set<String> = []

  /// When somebody last asked for what they might do already, by external id.
  package var needlessAsks: [String: Fact] = [:]
  /// What somebody may publish, by external id, where it ever changed beside their role.
  package var permissions: [String: Timeline<Set<Permission>>] = [:]

  /// When the join of somebody who was there was last told once more, by connection: they may have come again.
  package var repeatedJoins: [String: Timestamp] = [:]

  /// When the last stay at a place began as the vendor lists it, by place, and whose stay that is: whether what is listed
  /// next is another one tells the vendor's own clock, however wrong ours is.
  package var listedStays: [String: ListedStay] = [:]

  package struct ListedStay: Sendable, Hashable {
    package let connection: String
    package let since: Timestamp
  }

  /// Whether a seat of ours is in and nothing gets past it, as far as this process hears: one that was lost a moment ago may
  /// be in again soon, and what happened meanwhile was not heard.
  package var isSeated = false

  /// When somebody last published what they may not, by external id, or by connection where nobody is known behind it.
  package var strikes: [String: [Timestamp]] = [:]

  package init() {}
}
