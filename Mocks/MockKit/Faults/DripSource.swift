import Clocks
import HTTPTypes
import Synchronization

/// A body that trickles, a tenth of a second's worth at a time.
final class DripSource: HTTPBodySource {
  private let rest: Mutex<ArraySlice<UInt8>>
  private let rate: Int
  private let time: any TimeSource

  init(_ bytes: [UInt8], bytesPerSecond: Int, time: any TimeSource) {
    rest = Mutex(bytes[...])
    rate = bytesPerSecond
    self.time = time
  }

  func next() async -> [UInt8]? {
    let size = max(1, rate / 10)
    guard rest.withLock({ !$0.isEmpty }) else { return nil }
    do {
      try await time.sleep(for: .nanoseconds(Int64(size) * 1_000_000_000 / Int64(rate)))
    } catch {
      return nil
    }
    return rest.withLock { rest in
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      return piece
    }
  }
}
