import Clocks
import Cryptography
import GatewayEngine
import HTTPTypes
import MeetingCore
import WebSocket

/// The capability table as Markdown, made from what the adapters declare and the gateway adds.
package enum CapabilityText {
  package static func render() throws -> String {
    let kinds = ProviderCatalog.kinds
    let accounts = try kinds.map(account)
    let tables = accounts.map { CapabilityTable.rows(of: $0, ProviderRegistry(accounts: [$0])) }
    let settings = accounts.map { CapabilityTable.settings(of: $0, ProviderRegistry(accounts: [$0])) }
    let head = "| capability | \(kinds.map(\.description.title).joined(separator: " | ")) |\n"
    let rule = "|---|\(String(repeating: "---|", count: kinds.count))\n"
    let lines = Capability.allCases.map { capability in
      let cells = tables.map { cell($0.filter { $0.capability == capability }) }
      return "| \(capability.rawValue) | \(cells.joined(separator: " | ")) |\n"
    }
    let rules = RoomRule.allCases.map { rule in
      let cells = settings.map { cell($0.filter { $0.rule == rule }) }
      return "| settings.\(rule.rawValue) | \(cells.joined(separator: " | ")) |\n"
    }
    return head + rule + (lines + rules).joined()
  }

  /// No account is needed: an offering depends on kind and configuration only.
  private static func account(_ kind: ProviderKind) throws -> ProviderAccount {
    let keys = kind.description.credentialKeys + kind.description.optionalCredentialKeys
    let credentials = keys.map { ($0, Secret("none")) }
    let provider = try kind.makeProvider(
      .init(credentials: Dictionary(uniqueKeysWithValues: credentials)),
      .init(transport: NoTransport(), time: SystemTime(), random: SystemRandom(), sockets: NoTransport()))
    return ProviderAccount(name: kind.kind, description: kind.description, isMock: true, provider: provider)
  }

  private static func cell(_ rows: [CapabilityRow]) -> String {
    cell(rows.map { ($0.quality, $0.kinds, $0.note) })
  }

  private static func cell(_ rows: [SettingRow]) -> String { cell(rows.map { ($0.quality, $0.kinds, $0.note) }) }

  private static func cell(_ rows: [(quality: Quality, kinds: [RoomKind], note: String?)]) -> String {
    let had = rows.filter { $0.quality != .unsupported }
    guard !had.isEmpty else { return "–" }
    return had.map { row in
      let kinds = rows.count > 1 ? " (\(row.kinds.map(\.rawValue).joined(separator: ", ")))" : ""
      let note = row.note.map { ": \($0)" } ?? ""
      return "**\(row.quality.rawValue)**\(kinds)\(note)"
    }.joined(separator: "; ")
  }

  private struct NoTransport: HTTPTransport, WebSocketConnecting {
    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
      throw HTTPClientFailure(.invalidRequest, requestMayHaveBeenSent: false)
    }

    func connect(
      _ url: String, fields: HTTPFields, subprotocols: [String], options: WebSocketOptions, timeouts: HTTPTimeouts
    ) async throws(WebSocketError) -> WebSocketConnection {
      throw .invalidURL
    }
  }
}
