/// What one room's log is worth beside the vendor's own record.
struct LogComparison: Sendable {
  /// What must not be.
  var faults: [String] = []
  /// Stays and sessions that could not be known: news of them were lost, or nobody looked while they lasted.
  var unseen = 0
  /// Changes of the stage that were undone before anybody looked, with at least one of the two deliveries lost.
  var unseenStages = 0
}
