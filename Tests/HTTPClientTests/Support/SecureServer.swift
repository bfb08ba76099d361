import Glibc
import ProgramTesting
import Testing

/// An HTTP/2 server (`nghttpd`) with a certificate of its own, made for one test.
final class SecureServer {
  let port: UInt16
  let certificate: String
  private let child: Child
  private let folder: String

  /// Cancels the test where a program it needs is not installed.
  init() async throws {
    try Self.requirePrograms()
    folder = try #require(Self.temporaryFolder())
    certificate = "\(folder)/certificate.pem"
    let key = "\(folder)/key.pem"
    let making = try Child([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
    ])
    let isMade = await making.wait()
    try #require(isMade)
    let page = open("\(folder)/room", O_WRONLY | O_CREAT, 0o600)
    write(page, "a room", 6)
    close(page)
    let child = try Child(["nghttpd", "--address=127.0.0.1", "-d", folder, "0", key, certificate])
    self.child = child
    _ = await eventually { child.listeningPort != nil }
    port = try #require(child.listeningPort)
  }

  deinit {
    child.end()
    for name in ["room", "key.pem", "certificate.pem"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

  var connections: Int { child.connections }

  private static func requirePrograms() throws {
    guard let missing = ["openssl", "nghttpd"].first(where: { !isInstalled($0) }) else { return }
    try Test.cancel("\(missing) is not installed: HTTP/2 over TLS goes untested")
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  private static func temporaryFolder() -> String? {
    var template = Array("/tmp/client-tests-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }
}
