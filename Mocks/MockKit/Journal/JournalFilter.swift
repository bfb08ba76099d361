import HTTPTypes

/// Which entries a journal query wants.
package struct JournalFilter: Sendable {
  package var method: String?
  /// May hold `*`, which stands for any text.
  package var path: String?
  package var operation: String?
  /// Only entries with a higher sequence.
  package var after: Int
  package var limit: Int

  package init(
    method: String? = nil, path: String? = nil, operation: String? = nil, after: Int = 0, limit: Int = 1000
  ) {
    self.method = method
    self.path = path
    self.operation = operation
    self.after = after
    self.limit = limit
  }

  func accepts(_ entry: JournalEntry) -> Bool {
    entry.sequence > after && (method == nil || method == entry.request.head.method)
      && (operation == nil || operation == entry.operation)
      && (path.map { Wildcard.matches($0, entry.request.head.path) } ?? true)
  }
}
