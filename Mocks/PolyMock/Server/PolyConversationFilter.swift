import Clocks
import Cryptography
import HTTPTypes

/// Which conversations a list wants, and which page of them.
struct PolyConversationFilter {
  let limit: Int
  let start: Int
  let includesLatency: Bool
  private let after: Int64?
  private let before: Int64?
  private let channel: String?
  private let variant: String?
  private let environment: String
  private let isInProgress: Bool?
  private let words: String?

  init(_ query: QueryParameters, largestPage: Int) throws(PolyRefusal) {
    limit = try Self.number(query, "limit", in: 1...largestPage) ?? largestPage
    let offset = try Self.number(query, "offset", in: 0...1_000_000)
    start = try query["cursor"].map { text throws(PolyRefusal) in try Self.position(text) } ?? offset ?? 0
    includesLatency = try Self.flag(query, "include_latency") ?? false
    after = try Self.time(query, "start_time")
    before = try Self.time(query, "end_time")
    channel = query["channel"]
    guard query["variant_id"] == nil || query["variant_name"] == nil else { throw PolyModel.invalid("variant_name") }
    variant = query["variant_id"] ?? query["variant_name"]
    environment = query["client_env"] ?? "live"
    guard ["sandbox", "pre-release", "live"].contains(environment) else { throw PolyModel.invalid("client_env") }
    isInProgress = try Self.flag(query, "in_progress")
    words = try Self.words(query, hasBothTimes: after != nil && before != nil)
  }

  /// Calls go to the live deployment.
  func accepts(_ conversation: PolyConversation) -> Bool {
    environment == "live" && (after ?? .min) <= conversation.startedAt && conversation.startedAt <= (before ?? .max)
      && (channel ?? conversation.channel) == conversation.channel
      && (variant == nil || variant == conversation.variantID)
      && (isInProgress ?? (conversation.endedAt == nil)) == (conversation.endedAt == nil)
      && (words.map { holds($0, conversation) } ?? true)
  }

  private func holds(_ words: String, _ conversation: PolyConversation) -> Bool {
    conversation.turns.contains { turn in
      turn.userInput.lowercased().contains(words) || turn.agentResponse?.lowercased().contains(words) == true
    }
  }

  /// A position as lists give it for their next page.
  static func cursor(_ position: Int) -> String { Base64URL.encode(Array("offset:\(position)".utf8)) }

  private static func position(_ text: String) throws(PolyRefusal) -> Int {
    let words = Base64URL.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard words.hasPrefix("offset:"), let position = Int(words.dropFirst(7)), position >= 0 else {
      throw PolyModel.invalid("cursor")
    }
    return position
  }

  private static func number(
    _ query: QueryParameters, _ name: String, in range: ClosedRange<Int>
  ) throws(PolyRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let value = Int(text), range.contains(value) else { throw PolyModel.invalid(name) }
    return value
  }

  private static func flag(_ query: QueryParameters, _ name: String) throws(PolyRefusal) -> Bool? {
    switch query[name] {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw PolyModel.invalid(name)
    }
  }

  private static func time(_ query: QueryParameters, _ name: String) throws(PolyRefusal) -> Int64? {
    guard let text = query[name] else { return nil }
    guard let time = RFC3339.parse(text) else { throw PolyModel.invalid(name) }
    return time
  }

  /// Searching by words is done word for word; by meaning, and samples, are not imitated.
  private static func words(_ query: QueryParameters, hasBothTimes: Bool) throws(PolyRefusal) -> String? {
    guard query["sample"] == nil else { throw PolyModel.invalid("sample") }
    guard let type = query["query_type"] else {
      guard query["query"] == nil, query["turn_type"] == nil else { throw PolyModel.invalid("query") }
      return nil
    }
    guard type == "transcript", hasBothTimes, let words = query["query"], !words.isEmpty else {
      throw PolyModel.invalid("query_type")
    }
    return words.lowercased()
  }
}
