/// What a call begins with.
public struct CallOffer: Sendable, Hashable {
  /// Ours, `cal_…`: unique, so that a vendor that takes ids from its callers may have it.
  public let id: String
  /// Who calls; nil = nobody known.
  public let caller: Person?
  /// Well formed; its candidates, if any, are in it.
  public let sdp: SessionText

  public init(id: String, caller: Person?, sdp: SessionText) {
    self.id = id
    self.caller = caller
    self.sdp = sdp
  }
}
