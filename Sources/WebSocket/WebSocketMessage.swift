/// One whole message.
package enum WebSocketMessage: Sendable, Hashable {
  /// UTF-8, checked.
  case text([UInt8])
  case binary([UInt8])

  package init(_ text: String) { self = .text(Array(text.utf8)) }

  package var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes
    }
  }
}
