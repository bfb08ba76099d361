import Cryptography
import GatewayEngine

/// Where a demo keeps its store and its secrets: a folder of the user's, or a temporary one that goes with it.
struct DemoFolder: Sendable {
  private let path: String
  private let isTemporary: Bool

  init(_ path: String?) throws(CommandError) {
    if let path {
      try Files.makeFolder(path)
      self.path = path
      isTemporary = false
    } else {
      self.path = try Files.temporaryFolder()
      isTemporary = true
    }
  }

  var storePath: String { "\(path)/switchboard.db" }

  func tokenKey() throws(CommandError) -> Secret {
    try kept("token-key") { Base64URL.encode(SystemRandom().bytes(32)) }
  }

  /// The same key at every start, from a file that only its owner can read.
  func key(_ keys: KeyRing, tenant: String) async throws -> Secret {
    let file = "\(path)/key"
    if let text = Files.read(file), let known = String(validating: text, as: UTF8.self), !known.isEmpty {
      return Secret(known.filter { !$0.isNewline })
    }
    let made = try await keys.create(tenant: tenant, name: "demo", scopes: Scope.allCases)
    guard let key = made.key else { throw CommandError("no key was made") }
    try Files.write(key.revealed + "\n", to: file)
    return key
  }

  func close() { if isTemporary { Files.removeFolder(path) } }

  private func kept(_ name: String, _ make: () -> String) throws(CommandError) -> Secret {
    let file = "\(path)/\(name)"
    if let text = Files.read(file), !text.isEmpty {
      return Secret(String(decoding: text, as: UTF8.self).filter { !$0.isNewline })
    }
    let fresh = make()
    try Files.write(fresh + "\n", to: file)
    return Secret(fresh)
  }
}
