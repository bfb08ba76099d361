import CMicrohttpd
import Glibc
import HTTPTypes

/// A head that passed every check.
struct AcceptedHead {
  let head: HTTPRequestHead
  let expectsContinue: Bool
}

/// Builds a request head from what the library parsed, or says why it must be refused.
struct HeadReader {
  let connection: OpaquePointer
  let method: UnsafePointer<CChar>
  let version: UnsafePointer<CChar>
  /// The raw target as it was before the library cut it at `?`.
  let target: [UInt8]
  let peer: PeerAddress
  let limit: Int

  func read() throws(HeadRefusal) -> AcceptedHead {
    let size = sb_mhd_head_size(connection)
    if target.count >= limit { throw .targetTooLong }
    if size > limit { throw .headTooLarge }
    try checkRequestLine()
    var scan = HeadScan(firstLine: UnsafeRawPointer(version) + 10)
    if let refusal = scan.run(connection, head: UnsafeRawPointer(method), size: size) { throw refusal }
    let isHTTP10 = strcmp(version, "HTTP/1.0") == 0
    if let refusal = scan.framing.refusal(isHTTP10: isHTTP10) { throw refusal }
    return AcceptedHead(head: head(scan), expectsContinue: scan.framing.expectsContinue && !isHTTP10)
  }

  /// Method, target and version must be apart by exactly one byte each, so nothing was skipped or cut at a NUL.
  private func checkRequestLine() throws(HeadRefusal) {
    let length = strlen(method)
    let name = UnsafeRawBufferPointer(start: method, count: length)
    if length == 0 || length > 32 || !name.allSatisfy(CharacterClass.isToken) { throw .invalidMethod }
    if !target.allSatisfy(CharacterClass.isVisible) { throw .invalidTarget }
    if target.first != UInt8(ascii: "/") && target != [UInt8(ascii: "*")] { throw .invalidTarget }
    if method + length + 1 + target.count + 1 != version { throw .malformedFraming }
  }

  private func head(_ scan: HeadScan) -> HTTPRequestHead {
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    return HTTPRequestHead(
      method: String(cString: method), path: String(decoding: target[..<(mark ?? target.count)], as: UTF8.self),
      query: mark.map { String(decoding: target[($0 + 1)...], as: UTF8.self) }, fields: scan.fields, peer: peer.text,
      peerPort: peer.port, contentLength: scan.framing.contentLength, hasBody: scan.framing.hasBody)
  }
}
