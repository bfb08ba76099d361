package import Cryptography

/// One connector at the vendor, as configured and checked. Nothing of it was tried out at the service.
public struct PolyAccount: Sendable {
  /// Opens the call's session. Never sent anywhere but to the messaging service.
  package let connectorToken: Secret
  /// Opens the media side. Another value than the connector's in general, though nobody minds if it is the same.
  package let webCallingToken: Secret
  /// What the connector knows this app by.
  public let hostIdentifier: String
  public let dialect: PolyDialect
  let hosts: PolyHosts
  /// How the gateway is to answer: `end-to-end` unless debugging.
  package var mode = "end-to-end"
  /// Whom the vendor sees calling; the constant of its own clients unless told otherwise.
  package var caller = "Polyphone"
  package var callee = "Polyphone"
  /// Where conversations that are over are read; nil = they are not.
  package var server: PolyServer?
  var timing = CallTiming()

  /// Spaces around values are dropped. Throws `invalidConfiguration`, naming the setting, for a blank token, a blank
  /// host identifier, a cluster that is no name, a `.custom` environment without `signalingHost`, and a host or an
  /// address that is none. `allowInsecure` lets tokens go over `http` and `ws`: for mocks on the loopback.
  package init(
    connectorToken: Secret, webCallingToken: Secret, hostIdentifier: String, environment: PolyEnvironment = .us,
    signalingHost: String? = nil, dialect: PolyDialect = .gateway, allowInsecure: Bool = false
  ) throws(PolyError) {
    self.connectorToken = try Self.token(connectorToken, "apiKey")
    self.webCallingToken = try Self.token(webCallingToken, "webrtcToken")
    self.hostIdentifier = try Self.identifier(hostIdentifier)
    self.dialect = dialect
    hosts = try PolyHosts(environment, signalingHost, dialect, allowInsecure: allowInsecure)
  }

  /// Tokens travel in header fields: what cannot stand there is none.
  private static func token(_ token: Secret, _ name: String) throws(PolyError) -> Secret {
    let text = PlainText.trimmed(token.revealed)
    if text.isEmpty { throw .invalidConfiguration("\(name) is blank") }
    guard PlainText.isVisible(text) else { throw .invalidConfiguration("\(name) has characters that no token has") }
    return Secret(text)
  }

  private static func identifier(_ text: String) throws(PolyError) -> String {
    let text = PlainText.trimmed(text)
    if text.isEmpty { throw .invalidConfiguration("hostIdentifier is blank") }
    guard PlainText.isVisible(text) else {
      throw .invalidConfiguration("hostIdentifier has characters that no host has")
    }
    return text
  }
}
