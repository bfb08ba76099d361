import Cryptography

extension String {
  var asSecret: Secret { Secret(self) }
}
