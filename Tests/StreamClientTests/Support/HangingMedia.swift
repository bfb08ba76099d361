import Synchronization

@testable import StreamAdapter

/// Never lets anybody in, and says how many wait for it.
final class HangingMedia: MediaSide {
  private let waiting = Mutex(0)

  var count: Int { waiting.withLock { $0 } }

  func join(_ credentials: MediaCredentials, session: String) async throws(MediaFailure) -> any MediaSession {
    waiting.withLock { $0 += 1 }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    waiting.withLock { $0 -= 1 }
    throw .cancelled
  }
}
