package import AdapterKit
package import Cryptography
import HTTPTypes

extension VideoSDKAccount {
  /// The most bytes of an address that the service posts to.
  private static let longestHookURL = 512

  /// An account as it is configured: `options` by the names of the description. Throws the first that is not as it must be.
  /// `hookURL` is where the gateway takes deliveries; it is used where no option says otherwise and the service posts to such
  /// an address.
  package init(
    apiKey: String, secret: Secret, baseURL: String? = nil, options: [String: String], hookURL: String? = nil
  ) throws(OptionProblem) {
    self.init(apiKey: apiKey, secret: secret, baseURL: baseURL ?? VideoSDKAccount.publicURL)
    if apiKey.isEmpty { throw OptionProblem("api_key", "must not be empty") }
    if secret.isEmpty { throw OptionProblem("secret", "must not be empty") }
    if let url = options["hook_url"] {
      self.hookURL = try Self.hookURL(url)
    } else {
      self.hookURL = hookURL.flatMap { try? Self.hookURL($0) }
    }
    if let pem = options["hook_public_key"] { pinnedKey = try Self.key(pem) }
    if let url = options["signaling_base_url"] { signallingURL = try Self.signalling(url) }
    if let name = options["seat"] { seat.mode = try Self.seat(name) }
    if let list = options["topics"] { topics = try Self.topics(list) }
  }

  /// HTTPS, as the service wants it; on the loopback, where mocks post to, plain HTTP too.
  private static func hookURL(_ text: String) throws(OptionProblem) -> String {
    guard let url = AbsoluteURL(text), url.isSecure || isLoopback(url.host) else {
      throw OptionProblem("hook_url", "must be an https address")
    }
    guard text.utf8.count <= longestHookURL else {
      throw OptionProblem("hook_url", "must have at most \(longestHookURL) bytes")
    }
    return text
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  private static func key(_ pem: String) throws(OptionProblem) -> String {
    guard RSAPublicKey(pem: pem) != nil else {
      throw OptionProblem("hook_public_key", "must be an RSA public key of 2048 to 8192 bits in PEM")
    }
    return pem
  }

  private static func signalling(_ text: String) throws(OptionProblem) -> String {
    let plain = trimmed(text)
    guard let url = AbsoluteURL(plain), url.isOrigin else {
      throw OptionProblem("signaling_base_url", "must be an http or https address without a path")
    }
    return plain
  }

  private static func seat(_ name: String) throws(OptionProblem) -> VideoSDKSeat.Mode {
    guard let mode = VideoSDKSeat.Mode(rawValue: name) else {
      let names = VideoSDKSeat.Mode.allCases.map(\.rawValue).joined(separator: ", ")
      throw OptionProblem("seat", "must be one of \(names)")
    }
    return mode
  }

  private static func topics(_ list: String) throws(OptionProblem) -> [String] {
    let names = list.split(separator: ",", omittingEmptySubsequences: false).map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard names.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 128 }) else {
      throw OptionProblem("topics", "must be names of 1 to 128 bytes, separated by commas")
    }
    return names.filter { !Topics.heard.contains($0) }
  }
}
