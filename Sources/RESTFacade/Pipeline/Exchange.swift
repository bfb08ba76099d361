import Clocks
import Cryptography
import GatewayEngine
import HTTPTypes

/// One request on its way through the facade: what is known of it so far.
struct Exchange: Sendable {
  let head: HTTPRequestHead
  let requestID: String
  /// Monotonic nanoseconds. While the body is waited for: how long the head has taken, below zero.
  private(set) var started: Int64
  let timings = RequestTimings()
  /// Set once the path and method are known.
  var route: Route?
  /// Set once the credential is known.
  var principal: Principal?
  /// Set once the request was counted; what the caller is told of its limit.
  var rate: RateReport?

  init(_ head: HTTPRequestHead, time: any TimeSource, random: any RandomSource) {
    self.head = head
    requestID = RequestID.of(head.fields, random: random)
    started = time.monotonicNanoseconds
  }

  /// How fast a client sends its body is not the gateway's time.
  func paused(at now: Int64) -> Self { shifted(by: -now) }
  func resumed(at now: Int64) -> Self { shifted(by: now) }

  private func shifted(by time: Int64) -> Self {
    var copy = self
    copy.started += time
    return copy
  }

  /// The method that decides what happens; HEAD is GET without the body.
  var isHead: Bool { head.method == "HEAD" }
}
