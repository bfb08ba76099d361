/// Who a request comes from.
enum StreamCaller: Sendable, Equatable {
  /// A token without a user: every permission check is skipped.
  case server
  case user(String, CallScope?)
  case anonymous(CallScope?)
  /// No token at all, where a route is public.
  case nobody

  /// What a call token adds and confines.
  struct CallScope: Sendable, Equatable {
    let cids: [String]
    let role: String?
  }

  var scope: CallScope? {
    switch self {
    case .user(_, let scope), .anonymous(let scope): scope
    case .server, .nobody: nil
    }
  }

  var userID: String? { if case .user(let id, _) = self { id } else { nil } }
  var isServer: Bool { self == .server }
}
