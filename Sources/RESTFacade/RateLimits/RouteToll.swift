/// What a request to a route counts against before anybody is known.
enum RouteToll: Sendable, Hashable {
  /// Free: whoever watches the process must always be answered.
  case none
  /// The address's requests.
  case request
  /// The provider's deliveries from the address.
  case hook
}
