/// An account cannot be made from what is configured.
package struct CatalogError: Error, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
