/// How forgiving the parser is.
package enum JSONMode: Sendable {
  /// For our callers: anything odd is an error.
  case strict
  /// For vendors: one odd name must not lose a delivery. Offending tokens are rewritten, duplicate keys: the last wins.
  case vendor
}
