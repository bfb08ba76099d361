import Cryptography
import HTTPTypes
import JSONCoding
import MockKit

/// The list of ICE servers. Nothing listens where they are said to be: nothing leaves the machine.
extension PolyModel {
  func listIceServers(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    guard let token = input.query["token"], let account = account(webCallingToken: token) else {
      throw PolyRefusal(options.iceRefusalStatus, "Invalid authentication token")
    }
    switch options.iceServers {
    case .garbage:
      return HTTPResponse(
        status: 200, fields: ["Content-Type": "application/json"], body: .bytes(Array("{\"iceServers\":[{".utf8)))
    case .empty: return HTTPResponse(json: ["iceServers": []])
    case .usual: return HTTPResponse(json: ["iceServers": servers(for: account, now: input.seconds)])
    case .withoutCredentials:
      return HTTPResponse(json: ["iceServers": [["urls": ["stun:127.0.0.1:3478"]], ["urls": "turn:127.0.0.1:3478"]]])
    }
  }

  /// One with a list of addresses, one with a single address and credentials that do not last.
  func servers(for account: PolyMockConfiguration.Account, now: Int64) -> JSON {
    let user = "\(now + 3_600):\(account.accountID)"
    let credential = Base64.encode(HMACSHA256.sign(Array(user.utf8), key: account.webCallingToken.bytes))
    return [
      ["urls": ["stun:127.0.0.1:3478"]],
      [
        "urls": "turn:127.0.0.1:3478?transport=udp", "username": .string(user), "credential": .string(credential),
      ],
    ]
  }
}
