/// Compares two creates by the hashes of their fields.
enum CreateComparison {
  /// Names of the fields that only one has, or that differ.
  static func differing(_ left: String, _ right: String) -> [String] {
    let pairs = Set(left.split(separator: ",")).symmetricDifference(right.split(separator: ","))
    return Set(pairs.map { String($0.split(separator: "=", maxSplits: 1)[0]) }).sorted()
  }
}
