/// Lets the vendor misbehave.
public protocol FaultControls: Sendable {
  /// The next `times` requests of an operation go wrong in this way.
  func inject(_ fault: VendorFault, on operation: VendorOperation, times: Int) async throws
  /// From here on nothing goes wrong any more.
  func clear() async throws
}

/// What a vendor can be made to do wrong.
public enum VendorFault: Sendable, Hashable {
  /// 429 with this pause.
  case rateLimited(seconds: Int)
  /// 503 without having done anything.
  case unavailable
  /// A page of a proxy in between.
  case html
  /// A success that cannot be read.
  case malformed
  /// Neither work nor answer.
  case silence
  /// The work is done at once, its answer comes later.
  case delay(milliseconds: Int)
  /// The work is done, its answer never comes.
  case lostReply
}
