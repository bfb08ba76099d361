import Cryptography
import HTTPTypes
import JSONCoding
import MockKit

/// The server's interface: the conversations of a project.
extension PolyModel {
  func account(_ input: PolyInput) throws(PolyRefusal) -> PolyMockConfiguration.Account {
    guard let key = input.header("x-api-key"), let account = accounts.first(where: { $0.apiKey == Secret(key) }) else {
      throw .badKey
    }
    return account
  }

  private static let parameters = [
    "start_time", "end_time", "client_env", "channel", "variant_id", "variant_name", "in_progress", "limit", "offset",
    "cursor", "query_type", "query", "turn_type", "sample", "include_latency",
  ]

  func listConversations(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    let account = try account(input)
    guard input.path("account") == account.accountID else { throw .notYours }
    guard input.path("project") == account.projectID else {
      throw PolyRefusal(404, "Project not found", code: "PROJECT_NOT_FOUND")
    }
    for pair in input.query.pairs where !Self.parameters.contains(pair.name) { throw Self.invalid(pair.name) }
    let filter = try PolyConversationFilter(input.query, largestPage: options.conversationsPerPage)
    let found = conversationOrder.reversed().compactMap { conversations[$0] }
      .filter { $0.accountID == account.accountID && filter.accepts($0) }
    let page = found.dropFirst(filter.start).prefix(filter.limit)
    let next = filter.start + page.count
    let latency = filter.includesLatency
    var document: JSONObject = [
      "conversations": .array(page.map { summary($0, latency: latency, now: input.now) }),
      "cursor": next < found.count ? .string(PolyConversationFilter.cursor(next)) : nil,
    ]
    if next < found.count { document["next_offset"] = .int(next) }
    return HTTPResponse(json: .object(document))
  }

  static func invalid(_ name: String) -> PolyRefusal {
    PolyRefusal(400, "Invalid filter: \(name)", code: "GET_CONVERSATIONS_FILTER_PARSE_ERROR")
  }

  /// The conversation that a request names, once it can be had.
  func conversation(_ input: PolyInput) throws(PolyRefusal) -> PolyConversation {
    let account = try account(input)
    guard input.path("agent") == account.projectID else { throw .notYours }
    guard let found = conversations[input.path("conversation")], found.accountID == account.accountID else {
      throw .noConversation
    }
    let ready = found.endedAt.map { $0 + Self.nanoseconds(seconds: options.conversationAfterSeconds) } ?? .max
    guard options.conversationAfterSeconds == 0 || input.now >= ready else { throw .noConversation }
    return found
  }

  func getConversation(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    HTTPResponse(json: Self.camelCased(summary(try conversation(input), latency: false, now: input.now)))
  }

  func getConversationAudio(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    let found = try conversation(input)
    let direction = input.query["direction"] ?? "combined"
    guard ["combined", "user", "agent"].contains(direction),
      ["true", "false"].contains(input.query["redacted"] ?? "false")
    else { throw PolyRefusal(400, "Invalid parameter", code: "CONVERSATIONS_VALIDATION_FAILED") }
    guard let ended = found.endedAt,
      input.now >= ended + Self.nanoseconds(seconds: options.recordingAfterSeconds)
    else { throw .noRecording }
    let recording = PolyRecording(milliseconds: Int((ended - found.startedAt) / 1_000_000), direction: direction)
    return HTTPResponse(status: 200, fields: ["Content-Type": "audio/wav"], body: .bytes(recording.bytes))
  }
}
