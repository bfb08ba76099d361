import Cryptography
import HTTPTypes
import JSONCoding
import ProgramTesting
import VendorTesting

extension HookReceiver {
  var types: [String] { documents.compactMap { $0["webhookType"]?.stringValue } }

  /// The data of the first event of a type.
  func data(_ type: String) -> JSON? { documents.first { $0["webhookType"]?.stringValue == type }?["data"] }

  /// Waits until an event of a type came.
  func wait(for type: String) async -> Bool { await eventually { self.types.contains(type) } }
}

extension HTTPClientRequest {
  /// Whether the signature of a delivery is that of a key's holder.
  func isSigned(by pem: String) -> Bool {
    guard let key = RSAPublicKey(pem: pem), let text = fields["videosdk-signature"],
      let signature = Base64.decode(text)
    else { return false }
    return key.verifies(signature, of: body ?? [])
  }
}
