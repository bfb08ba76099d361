/// A string compared byte by byte. Swift's `String` holds canonically equivalent spellings for equal; ids, keys and
/// external ids must not be merged that way.
package struct ExactString: Hashable, Comparable, Sendable {
  package let value: String

  package init(_ value: String) { self.value = value }

  package static func == (left: Self, right: Self) -> Bool { left.value.utf8.elementsEqual(right.value.utf8) }

  package static func < (left: Self, right: Self) -> Bool {
    left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in value.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
  }
}
