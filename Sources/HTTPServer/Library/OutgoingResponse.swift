import CMicrohttpd
import HTTPTypes

/// A response of the library, owned by whoever made it until `MHD_destroy_response`.
struct OutgoingResponse {
  let handle: OpaquePointer
  let status: Int

  var allowsBody: Bool { status != 204 && status != 304 }

  /// nil when the library has no memory. A status the library could not send becomes 500.
  init?(
    _ response: HTTPResponse, closing: Bool, stream: @autoclosure () -> StreamReader,
    _ report: (HTTPServerEvent) -> Void
  ) {
    status = (200..<600).contains(response.status) ? response.status : 500
    let made =
      switch response.body {
      case .none: sb_mhd_bytes(0, nil)
      case .bytes(let bytes): sb_mhd_bytes(bytes.count, bytes)
      case .stream: stream().makeResponse()
      case .upgrade: nil as OpaquePointer?
      }
    guard let made else { return nil }
    handle = made
    addFields(response.fields, report)
    if closing || Self.wantsClose(response.fields) { _ = sb_mhd_add_header(handle, "Connection", "close") }
  }

  /// An answer that takes the connection out of HTTP; `upgrading` must live until it has.
  init?(_ response: HTTPResponse, upgrading: UpgradeHandle, _ report: (HTTPServerEvent) -> Void) {
    guard let made = upgrading.makeResponse() else { return nil }
    handle = made
    status = 101
    addFields(response.fields, report)
  }

  private func addFields(_ fields: HTTPFields, _ report: (HTTPServerEvent) -> Void) {
    for field in fields.entries where !Self.isOurs(field.name) {
      if !CharacterClass.isToken(field.name) || !CharacterClass.isFieldValue(field.value)
        || sb_mhd_add_header(handle, field.name, field.value) == 0
      {
        report(.droppedResponseField(name: field.name))
      }
    }
  }

  /// Fields that say how the answer is framed are the server's alone.
  private static func isOurs(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4, 10, 14, 17:
      ["date", "connection", "keep-alive", "content-length", "transfer-encoding"].contains(name.lowercased())
    default: false
    }
  }

  private static func wantsClose(_ fields: HTTPFields) -> Bool { fields["Connection"]?.lowercased() == "close" }
}
