import HTTPTypes

/// Chooses among the forms a route can answer in, by the caller's `Accept`.
enum Accept {
  /// The offered type that the caller likes best, the first one when it does not say; nil when it takes none of them.
  static func best(of offered: [String], for fields: HTTPFields) -> String? {
    let ranges = fields.values(of: "Accept").flatMap { $0.split(separator: ",") }.compactMap(Range.init)
    if ranges.isEmpty { return isSilent(fields) ? offered.first : nil }
    var best: (type: String, weight: Double)?
    for type in offered {
      let weight = weight(of: type, in: ranges)
      if weight > (best?.weight ?? 0) { best = (type, weight) }
    }
    return best?.type
  }

  /// A field without anything in it says as little as none.
  private static func isSilent(_ fields: HTTPFields) -> Bool {
    fields.values(of: "Accept").allSatisfy { $0.utf8.allSatisfy { " \t,".utf8.contains($0) } }
  }

  /// The weight that the most specific fitting range gives; 0 when none fits.
  private static func weight(of type: String, in ranges: [Range]) -> Double {
    ranges.filter { $0.fits(type) }.max { $0.precision < $1.precision }?.weight ?? 0
  }

  private struct Range {
    let name: String
    let weight: Double

    init?(_ text: Substring) {
      let parts = text.split(separator: ";").map { MediaType.trim($0).lowercased() }
      guard let name = parts.first, name.contains("/") else { return nil }
      self.name = name
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
      weight = quality.map { Self.weight($0.dropFirst(2)) } ?? 1
    }

    /// 0 to 1 with up to three digits behind the point, as RFC 9110 has it; whatever else is sent is no liking at all.
    private static func weight(_ text: Substring) -> Double {
      let digits = text.utf8.dropFirst(2)
      guard let first = text.utf8.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"),
        text.utf8.count < 6, text.utf8.count == 1 || text.utf8.dropFirst().first == UInt8(ascii: "."),
        digits.allSatisfy({ (48...57).contains($0) }), let weight = Double(digits.isEmpty ? text.prefix(1) : text)
      else { return 0 }
      return weight <= 1 ? weight : 0
    }

    var precision: Int { name == "*/*" ? 0 : name.hasSuffix("/*") ? 1 : 2 }

    func fits(_ type: String) -> Bool {
      switch precision {
      case 0: true
      case 1: type.hasPrefix(name.dropLast())
      default: type == name
      }
    }
  }
}
