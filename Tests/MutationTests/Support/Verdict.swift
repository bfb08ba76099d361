/// What a target made of an input.
enum Verdict {
  /// It was taken for a good one, and every property held.
  case accepted
  /// It was refused as it must be.
  case refused
  /// A property does not hold.
  case broken(String)

  /// `accepted` when all of the claims hold, else the first that does not.
  static func holds(_ claims: KeyValuePairs<String, Bool>) -> Verdict {
    claims.first { !$0.value }.map { .broken("does not hold: " + $0.key) } ?? .accepted
  }
}

extension Verdict {
  /// `refused` when all of the claims about the refusal hold.
  static func refused(unless claims: KeyValuePairs<String, Bool>) -> Verdict {
    if case .broken(let complaint) = holds(claims) { .broken(complaint) } else { .refused }
  }
}
