/// How the gateway's own seats in rooms are kept.
package struct SeatOptions: Sendable, Hashable {
  /// At most so many seats of one account at a time; rooms beyond are served without one.
  package let maximumPerAccount: Int
  /// How long a seat stays after the last person has left: whoever comes back finds it there.
  package let linger: Duration
  /// A seat that is lost for so long hears nothing: what only it knew is not known any more.
  package let deafAfter: Duration
  /// How often the store is asked which rooms have people, beside what this process commits itself.
  package let rereading: Duration

  package init(
    maximumPerAccount: Int = 500, linger: Duration = .seconds(10), deafAfter: Duration = .seconds(10),
    rereading: Duration = .seconds(60)
  ) {
    self.maximumPerAccount = maximumPerAccount
    self.linger = linger
    self.deafAfter = deafAfter
    self.rereading = rereading
  }
}
