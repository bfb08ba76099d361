/// The methods that routes are declared with. HEAD and OPTIONS follow from them.
enum RouteMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether the request is run to its end although the caller has gone away.
  var changesSomething: Bool { self != .get }
}
