import JSONCoding
import MockKit

/// A device's connection to the media server.
struct StreamMediaConnection: Sendable {
  let userID: String
  let queue: SocketQueue
  /// The grants that it knows of.
  var grants: JSON
}
