/// One setting as the reference shows it.
package struct ReferenceRow: Sendable, Hashable {
  package let path: String
  package let type: String
  package let fallback: String
  package let meaning: String
  package let environmentName: String
}
