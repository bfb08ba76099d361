import Cryptography
import Glibc
import Testing

/// Judges a target over mutated inputs. `MUTATIONS` in the environment says how many (20,000), `MUTATION_SEED` where to
/// start: a failure prints the seed with which `MUTATIONS=1` gives its very input again, and the input in hexadecimal.
struct Campaign {
  static let count = number("MUTATIONS") ?? 10_000
  static let seed = number("MUTATION_SEED").map { UInt64(max(0, $0)) } ?? 1

  let corpus: [[UInt8]]
  private let judge: ([UInt8]) throws -> Verdict
  private var accepted = 0
  private var refused = 0

  private init(_ corpus: [[UInt8]], _ judge: @escaping ([UInt8]) throws -> Verdict) {
    self.corpus = corpus
    self.judge = judge
  }

  /// One in `share` inputs only, for a target that costs more than others. Unless `alwaysAccepts`, both good and bad inputs
  /// must have been seen, or nothing was tested.
  static func run(
    _ corpus: [String], share: Int = 1, alwaysAccepts: Bool = false, at place: SourceLocation = #_sourceLocation,
    _ judge: @escaping ([UInt8]) throws -> Verdict
  ) {
    run(bytes: corpus.map { Array($0.utf8) }, share: share, alwaysAccepts: alwaysAccepts, at: place, judge)
  }

  static func run(
    bytes corpus: [[UInt8]], share: Int = 1, alwaysAccepts: Bool = false,
    at place: SourceLocation = #_sourceLocation, _ judge: @escaping ([UInt8]) throws -> Verdict
  ) {
    var campaign = Campaign(corpus, judge)
    for seed in seeds(share: share) where !campaign.holds(seed, at: place) { return }
    guard count >= 1_000 else { return }
    #expect(campaign.accepted > 0, "no input was good", sourceLocation: place)
    #expect(alwaysAccepts || campaign.refused > 0, "no input was bad", sourceLocation: place)
  }

  static func seeds(share: Int) -> some Sequence<UInt64> {
    (0..<max(1, count / share)).lazy.map { seed &+ UInt64($0) }
  }

  /// The input of a seed: one of the corpus, spoilt in up to four ways; now and then as it is.
  static func input(of seed: UInt64, from corpus: [[UInt8]]) -> [UInt8] {
    var numbers = Numbers(seed: seed)
    var input = numbers.one(of: corpus)
    for _ in 0..<(numbers.below(16) == 0 ? 0 : 1 + numbers.below(4)) {
      numbers.one(of: Mutation.allCases).apply(to: &input, &numbers, corpus)
    }
    return input
  }

  static func report(_ complaint: String, _ seed: UInt64, _ input: [UInt8], at place: SourceLocation) {
    Issue.record("\(complaint)\nMUTATION_SEED=\(seed) input \(Hex.encode(input))", sourceLocation: place)
  }

  private mutating func holds(_ seed: UInt64, at place: SourceLocation) -> Bool {
    let input = Self.input(of: seed, from: corpus)
    var verdict = Verdict.accepted
    do { verdict = try judge(input) } catch { verdict = .broken("threw \(error)") }
    switch verdict {
    case .accepted: accepted += 1
    case .refused: refused += 1
    case .broken(let complaint):
      Self.report(complaint, seed, input, at: place)
      return false
    }
    return true
  }

  private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}
