/// Who makes a request, for whom, and how it is traced.
package struct Caller: Sendable {
  package let principal: Principal
  /// `On-Behalf-Of`: the external id of the person acting; only with a key.
  package let onBehalfOf: String?
  package let requestID: String
  /// The caller's W3C `traceparent`, when sane.
  package let trace: String?

  package init(principal: Principal, onBehalfOf: String? = nil, requestID: String, trace: String? = nil) {
    self.principal = principal
    self.onBehalfOf = onBehalfOf
    self.requestID = requestID
    self.trace = trace
  }

  package var tenant: String { principal.tenant }

  /// Whether it may do what concerns the whole instance.
  package var isOperator: Bool {
    if case .key(let key) = principal { key.scopes.contains(.operator) } else { false }
  }

  /// Whose key it is, or was made with.
  var keyID: String {
    switch principal {
    case .key(let key): key.id
    case .client(let client): client.keyID
    }
  }

  /// The person acting, or nil when the key's owner acts and the room's host stands in.
  package var actor: String? {
    switch principal {
    case .key: onBehalfOf
    case .client(let client): client.person
    }
  }
}
