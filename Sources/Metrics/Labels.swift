/// A metric's labels, in a stable order.
package struct Labels: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private let pairs: [[String]]

  package init(dictionaryLiteral elements: (String, String)...) {
    pairs = elements.map { [$0.0, $0.1] }.sorted { $0[0] < $1[0] }
  }

  private init(pairs: [[String]]) { self.pairs = pairs }

  /// The same labels with every value `other`.
  var merged: Self { Self(pairs: pairs.map { [$0[0], "other"] }) }

  /// `{a="x",b="y"}`, or nothing.
  var text: String { text(adding: nil) }

  func text(adding extra: (String, String)?) -> String {
    let all = pairs + (extra.map { [[$0.0, $0.1]] } ?? [])
    guard !all.isEmpty else { return "" }
    return "{" + all.map { "\($0[0])=\"\(Self.escaped($0[1]))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
