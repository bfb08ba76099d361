/// How long each part of a transfer may take.
package struct HTTPTimeouts: Sendable, Equatable {
  /// Name look-up, TCP and TLS together.
  package var connect: Duration
  /// From the request being sent to the first byte of the answer's head.
  package var firstByte: Duration
  /// Between two pieces of the answer's body.
  package var idle: Duration
  /// Everything together.
  package var total: Duration

  package init(
    connect: Duration = .seconds(2), firstByte: Duration = .seconds(5), idle: Duration = .seconds(5),
    total: Duration = .seconds(15)
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}
