/// How long a vendor is waited for before something that leaves a room counts as lost.
package struct EgressOptions: Sendable {
  /// How often what is open is looked over.
  package let interval: Duration
  /// From the wish to the vendor's word that it runs, and from the wish to stop to the word that it stopped.
  package let changeLimit: Duration
  /// When the vendor is first asked for files that it has not told of.
  package let firstLook: Duration
  /// From the end to the file.
  package let fileLimit: Duration

  package init(
    interval: Duration = .seconds(30), changeLimit: Duration = .seconds(120), firstLook: Duration = .seconds(120),
    fileLimit: Duration = .seconds(7200)
  ) {
    self.interval = interval
    self.changeLimit = changeLimit
    self.firstLook = firstLook
    self.fileLimit = fileLimit
  }
}
