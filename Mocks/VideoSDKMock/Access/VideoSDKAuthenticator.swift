import Cryptography
import HTTPTypes
import JSONCoding

/// Finds out whose request it is. The bare token is the whole header.
struct VideoSDKAuthenticator {
  let options: VideoSDKMockOptions
  let now: Int64

  /// The token of a request's `Authorization`.
  func token(of head: HTTPRequestHead) throws(VideoSDKRefusal) -> String {
    guard let header = head.fields["Authorization"], !header.isEmpty else {
      throw .token(.invalidToken, "Token is missing")
    }
    guard let space = header.firstIndex(of: " ") else { return header }
    guard options.acceptsBearer, header[..<space].lowercased() == "bearer" else {
      throw .token(.invalidToken, "Token is invalid")
    }
    return String(header[header.index(after: space)...])
  }

  /// The claims of a request that may use the REST interface.
  func claims(_ token: String, secret: Secret) throws(VideoSDKRefusal) -> VideoSDKClaims {
    let claims = try VideoSDKToken(options: options, now: now).claims(token, secret: secret)
    guard claims.mayCallREST else { throw .token(.invalidToken, "Token has not the role crawler") }
    return claims
  }
}
