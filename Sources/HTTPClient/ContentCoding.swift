import Compression
import HTTPTypes

/// `Content-Encoding`: gzip or none. Runs in the caller's task, not on the loop's thread.
enum ContentCoding {
  /// The same answer with its body inflated.
  static func decode(_ response: HTTPClientResponse, of request: HTTPClientRequest) throws(HTTPClientFailure)
    -> HTTPClientResponse
  {
    // Of an answer to HEAD, a 204 or a 304 the fields speak of a body that is not there.
    guard !response.body.isEmpty, try isGzip(response.fields) else { return response }
    var decoded = response
    do {
      decoded.body = try Gzip.inflate(response.body, limit: max(0, request.maximumResponseBytes))
    } catch {
      throw HTTPClientFailure(reason(error), requestMayHaveBeenSent: true, detail: "gzip body: \(error)")
    }
    return decoded
  }

  private static func isGzip(_ fields: HTTPFields) throws(HTTPClientFailure) -> Bool {
    let codings = fields.values(of: "Content-Encoding").map { $0.lowercased() }.filter { $0 != "identity" && $0 != "" }
    if codings.isEmpty { return false }
    if codings == ["gzip"] || codings == ["x-gzip"] { return true }
    throw HTTPClientFailure(.protocolViolation, requestMayHaveBeenSent: true, detail: "unknown content coding")
  }

  private static func reason(_ error: CompressionError) -> HTTPClientFailure.Reason {
    switch error {
    case .corrupt: .protocolViolation
    case .truncated: .truncated
    case .tooLarge: .tooLarge
    }
  }
}
