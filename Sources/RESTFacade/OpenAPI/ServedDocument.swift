import Synchronization

/// A document that is made when it is first asked for: most processes are never asked.
final class ServedDocument: Sendable {
  private let make: @Sendable () -> [UInt8]
  private let made = Mutex<[UInt8]?>(nil)

  init(_ make: @escaping @Sendable () -> [UInt8]) { self.make = make }

  var bytes: [UInt8] {
    made.withLock { made in
      let bytes = made ?? make()
      made = bytes
      return bytes
    }
  }
}
