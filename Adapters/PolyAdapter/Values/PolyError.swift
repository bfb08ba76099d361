/// What can go wrong with a call or a chat, in the words of the vendor's SDK. Holds no token, address or key.
public enum PolyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The tokens did not do.
  case auth(Auth)
  /// The session of the messaging side.
  case session(Session)
  /// A chat message. Nothing about voice is one; kept since chat and voice share their vocabulary.
  case message(Message)
  /// A socket or an HTTP exchange.
  case transport(Transport)
  /// The call itself.
  case voice(Voice)
  /// Something that was configured makes no sense; the text names the setting.
  case invalidConfiguration(String)

  public enum Auth: Sendable, Hashable {
    /// There came no usable access token.
    case tokenAcquisitionFailed
    /// The messaging service refuses the tokens: 401 or 403.
    case unauthorized
  }

  public enum Session: Sendable, Hashable {
    /// The service refuses to open a session.
    case sessionCreationFailed(SessionErrorCode)
    case unexpectedDisconnect(code: Int, reason: String)
    case maxReconnectAttemptsExceeded
    case sessionExpired
    case sessionEnded(reason: String)
  }

  public enum Message: Sendable, Hashable {
    case deliveryFailed(draftId: String)
    case payloadTooLarge(maxBytes: Int)
  }

  public enum Transport: Sendable, Hashable {
    /// There is no way to the service, or it has trouble of its own.
    case networkError(String)
    /// The service says what nobody understands.
    case protocolError(String)
    case notConnected
  }

  public enum Voice: Sendable, Hashable {
    /// The call has no media engine.
    case notImplemented
    /// The signalling failed, or was refused; the service's words, or ours.
    case signalingFailed(String)
    /// Offer, answer or peer connection failed before there was a connection.
    case mediaFailed(String)
    /// It took too long to connect.
    case timedOut
    /// The call broke off after it was connected.
    case disconnected
    /// Something else took the audio away for good.
    case interrupted
  }

  /// Whether a new call may be placed because of this. Nothing is tried again by itself, and a time-out does not count,
  /// though dialling again often helps.
  public var isRetryable: Bool {
    switch self {
    case .transport, .voice(.disconnected), .voice(.interrupted): true
    case .session(.unexpectedDisconnect), .session(.maxReconnectAttemptsExceeded): true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .auth(let error): "auth.\(error)"
    case .session(let error): "session.\(error)"
    case .message(let error): "message.\(error)"
    case .transport(let error): "transport.\(error)"
    case .voice(let error): "voice.\(error)"
    case .invalidConfiguration(let text): "invalidConfiguration(\(text))"
    }
  }
}
