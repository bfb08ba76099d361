/// How many are connected. Anonymous ones are listed nowhere, only counted here.
package struct MediaCounts: Sendable, Hashable {
  /// Everybody but the anonymous.
  package let total: Int
  package let anonymous: Int

  package init(total: Int, anonymous: Int) {
    self.total = total
    self.anonymous = anonymous
  }
}
