/// Positions of switches such that any two of them stand together in each of their four ways, in as few rows as grow with
/// the logarithm of how many switches there are.
///
/// The first row has all of them off. In the others each switch is on in half of all rows, and no two in the same ones
/// (Katona; Kleitman and Spencer): halves of fewer rows than twice their size always meet.
enum PairwiseRows {
  static func rows(of switches: Int) -> [[Bool]] {
    var count = 4
    while columns(count).count < switches { count += 1 }
    let chosen = columns(count).prefix(switches)
    let off = Array(repeating: false, count: switches)
    return [off] + (0..<count - 1).map { row in chosen.map { $0 & 1 << row != 0 } }
  }

  /// The rows in which each switch may be on, as bits: every half of those behind the first.
  private static func columns(_ rows: Int) -> [Int] {
    (0..<1 << (rows - 1)).filter { $0.nonzeroBitCount == (rows + 1) / 2 }
  }
}
