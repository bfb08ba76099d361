import MeetingCore
import Testing

@testable import GatewayEngine

@Suite struct KeyCacheTests {
  @Test func guessesNeverFillTheMemory() {
    let cache = KeyCache()
    let now = Timestamp(nanoseconds: 0)
    for guess in 0..<25_000 {
      cache.keep(nil, of: Array("guess \(guess)".utf8), now: now)
      if guess % 1_000 == 0 { #expect(cache.count <= KeyCache.capacity) }
    }
    #expect(cache.count <= KeyCache.capacity)
    #expect(cache.value(of: Array("guess 24999".utf8), now: now) != nil)
    #expect(cache.value(of: Array("guess 24999".utf8), now: now.advanced(bySeconds: 1)) == nil)
  }
}
