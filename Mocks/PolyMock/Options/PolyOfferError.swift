/// What every offer is refused with.
package struct PolyOfferError: Sendable, Equatable {
  package var code: String
  package var message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}
