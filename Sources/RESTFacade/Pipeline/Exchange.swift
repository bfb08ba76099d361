import Clocks
import Cryptography
import GatewayEngine
import HTTPTypes

/// One request on its way through the facade: what is known of it so far.
struct Exchange: Sendable {
  let head: HTTPRequestHead
  let requestID: String
  /// Monotonic nanoseconds.
  let started: Int64
  let timings = RequestTimings()
  /// Set once the path and method are known.
  var route: Route?
  /// Set once the credential is known.
  var principal: Principal?

  init(_ head: HTTPRequestHead, time: any TimeSource, random: any RandomSource) {
    self.head = head
    requestID = RequestID.of(head.fields, random: random)
    started = time.monotonicNanoseconds
  }

  /// The method that decides what happens; HEAD is GET without the body.
  var isHead: Bool { head.method == "HEAD" }
}
