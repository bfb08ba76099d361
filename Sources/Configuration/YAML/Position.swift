/// A place in the file, counted from 1.
package struct Position: Sendable, Hashable, CustomStringConvertible {
  package let line: Int
  package let column: Int
  package var description: String { "line \(line), column \(column)" }
}
