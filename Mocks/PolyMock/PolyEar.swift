import MockKit

/// One socket, as the task knows it that hears there.
struct PolyEar: Sendable {
  let line: String
  let path: String
  let queue: SocketQueue
}
