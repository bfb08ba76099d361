import Cryptography
import Testing

@Suite("RSA signatures")
struct RSATests {
  /// Made once: a key takes a while.
  private static let key = RSASigningKey()
  private static let message = Array(#"{"webhookType":"session-started"}"#.utf8)

  /// Made and signed by the `openssl` command, so that both sides are not ours.
  private static let foreignKey = """
    -----BEGIN RSA PUBLIC KEY-----
    MIIBCgKCAQEAtZzsmQUQM9Rrhpq3Z2rQO/m2aMiRIuGXjlN5U//v8+tb5Yj6n+NE
    3CHoKvkGi5xkzdQPytQC5QQSMgKYQxAdXSHa7O3ydK8p19kp3OyftncEswGBt3C5
    f5SKfsrItZm6paCsB9psagVD/YpwShwKmEQjp4THV19M4AZ2pLBLTDABaBV4N2hB
    JPqfalJ+dCeoGGY9pgkUMgDtHApsNIX3glTcMZygoAz9B7lpSGJPCaYlA/qGUFpS
    WtKpKqbaWT+sCSEL+XBTDntmtb8sQpmtzVofa0KkDFW8YVhAUptifhMq1sjquP66
    4ZOP9eMspf7XGde3hPqqlORryCtmJQY72QIDAQAB
    -----END RSA PUBLIC KEY-----
    """
  private static let foreignSubjectKey = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtZzsmQUQM9Rrhpq3Z2rQ
    O/m2aMiRIuGXjlN5U//v8+tb5Yj6n+NE3CHoKvkGi5xkzdQPytQC5QQSMgKYQxAd
    XSHa7O3ydK8p19kp3OyftncEswGBt3C5f5SKfsrItZm6paCsB9psagVD/YpwShwK
    mEQjp4THV19M4AZ2pLBLTDABaBV4N2hBJPqfalJ+dCeoGGY9pgkUMgDtHApsNIX3
    glTcMZygoAz9B7lpSGJPCaYlA/qGUFpSWtKpKqbaWT+sCSEL+XBTDntmtb8sQpmt
    zVofa0KkDFW8YVhAUptifhMq1sjquP664ZOP9eMspf7XGde3hPqqlORryCtmJQY7
    2QIDAQAB
    -----END PUBLIC KEY-----
    """
  private static let foreignSignature =
    "DjQNFETpqG/aKs/4+khK1BhLy/q9pkhRo/zPboLyhJqxgxsrrJprORi9PqA88IJhzyWT2fYrJ+FdTTR/NYg6NfVEVEAiyqIC3RzY"
    + "vncWcztvgQaF4ZD04kErYn7mztI+7+8bkhhShjPCGl/gkOl2DNCAgOjVhQbd85Y5j1c3x4qrqRBlmiFYelvZIqabDxts089tpyR/"
    + "0DZ30cUSa3XwdA38m/QVJb41eSvmOLZVv0CU9EBCqjDbICk6uuq41+je/y/jwYoiLV58dt/PuUaKrs32G2bXlnI82GMD910hlhwa"
    + "x9ZQwS22Ih4b1cum5ctbfnHdeiWFCij8hP10iKaLQw=="

  @Test("the public half verifies what the private half signed, and nothing else")
  func verifies() throws {
    let signature = Self.key.sign(Self.message)
    let reader = try #require(RSAPublicKey(pem: Self.key.publicKeyPEM))
    #expect(signature.count == 256)
    #expect(reader.verifies(signature, of: Self.message))
    #expect(!reader.verifies(signature, of: Self.message + [32]))
    #expect(!reader.verifies([], of: Self.message))
    #expect(!reader.verifies(Array(signature.dropLast()), of: Self.message))
    for index in stride(from: 0, to: signature.count, by: 17) {
      var changed = signature
      changed[index] ^= 1
      #expect(!reader.verifies(changed, of: Self.message))
    }
    #expect(reader.verifies(signature, of: Self.message), "earlier failures leave nothing behind")
  }

  @Test("the same message is signed the same way, by another key otherwise")
  func deterministic() throws {
    #expect(Self.key.sign(Self.message) == Self.key.sign(Self.message))
    let other = RSASigningKey()
    let reader = try #require(RSAPublicKey(pem: other.publicKeyPEM))
    #expect(!reader.verifies(Self.key.sign(Self.message), of: Self.message))
  }

  @Test("a key is written as PKCS #1, in lines of 64")
  func form() {
    let lines = Self.key.publicKeyPEM.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "-----BEGIN RSA PUBLIC KEY-----")
    #expect(lines.dropLast().last == "-----END RSA PUBLIC KEY-----")
    #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.count == 64 })
  }

  @Test(
    "another implementation's key and signature are read, in both forms", arguments: [foreignKey, foreignSubjectKey])
  func foreign(_ pem: String) throws {
    let reader = try #require(RSAPublicKey(pem: pem))
    let signature = try #require(Base64.decode(Self.foreignSignature))
    #expect(reader.verifies(signature, of: Self.message))
    #expect(!reader.verifies(signature, of: []))
  }

  @Test("lines may end and be broken in any way")
  func lines() throws {
    let body = Self.foreignKey.split(separator: "\n").dropFirst().dropLast().joined()
    let oneLine = "-----BEGIN RSA PUBLIC KEY-----\r\n\(body)\r\n-----END RSA PUBLIC KEY-----"
    #expect(RSAPublicKey(pem: oneLine) != nil)
  }

  @Test(
    "what is no public key is not read",
    arguments: [
      "", "-----BEGIN RSA PUBLIC KEY-----\n-----END RSA PUBLIC KEY-----", "no key",
      "-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----",
      "-----BEGIN RSA PUBLIC KEY-----\n!!\n-----END RSA PUBLIC KEY-----",
      foreignKey.replacing("RSA PUBLIC", with: "EC PUBLIC"),
      foreignKey.replacing("END RSA PUBLIC", with: "END PUBLIC"),
      foreignKey.replacing("RSA PUBLIC", with: "PUBLIC"),
    ])
  func refused(_ pem: String) {
    #expect(RSAPublicKey(pem: pem) == nil)
  }

  @Test("what stands behind a key, and a key that is too short, are refused")
  func strict() throws {
    let body = Self.foreignKey.split(separator: "\n").dropFirst().dropLast().joined()
    let bytes = try #require(Base64.decode(body))
    let longer = Base64.encode(bytes + [0])
    #expect(RSAPublicKey(pem: "-----BEGIN RSA PUBLIC KEY-----\n\(longer)\n-----END RSA PUBLIC KEY-----") == nil)
    #expect(RSAPublicKey(pem: RSASigningKey(bits: 1024).publicKeyPEM) == nil)
  }
}
