import JSONCoding

/// A device's connection to the media server.
struct StreamMediaConnection: Sendable {
  let userID: String
  let outlet: StreamMediaOutlet
  /// The grants that it knows of.
  var grants: JSON
}
