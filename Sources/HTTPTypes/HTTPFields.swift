/// Header fields in the order they were sent; names compare without regard to ASCII case.
package struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package private(set) var entries: [Entry]

  package struct Entry: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package init() { entries = [] }

  package init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { Entry(name: $0.0, value: $0.1) }
  }

  /// The first value of `name`; setting replaces every value, setting nil removes them.
  package subscript(name: String) -> String? {
    get { entries.first { Self.same($0.name, name) }?.value }
    set {
      entries.removeAll { Self.same($0.name, name) }
      if let newValue { entries.append(Entry(name: name, value: newValue)) }
    }
  }

  /// Every value of `name`, in order.
  package func values(of name: String) -> [String] {
    entries.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// Adds one more value of `name` behind those already there.
  package mutating func add(_ name: String, _ value: String) {
    entries.append(Entry(name: name, value: value))
  }

  private static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
}
