import JSONCoding
import WebSocket

/// A session over a media socket. Its owner leaves it; one that is let go of ends as a lost connection does.
final class MediaSocket: MediaSession {
  let start: MediaStart
  private let line: MediaLine
  private let life: Task<Void, Never>

  init(_ line: MediaLine, _ start: MediaStart) {
    self.line = line
    self.start = start
    life = Task { await line.run() }
  }

  deinit { life.cancel() }

  var events: MediaEvents { line.events }

  func setMuted(_ track: MediaTrack, _ isMuted: Bool) async throws(MediaFailure) {
    try await line.ask { MediaWriting.mute(track, isMuted, request: $0) }
  }

  func leave() async {
    line.beginLeaving()
    line.connection.startSending(.text(MediaWriting.leave.bytes()))
    await line.connection.close()
    life.cancel()
    await life.value
  }
}
