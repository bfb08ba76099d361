import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Mutated parts of requests")
struct RequestMutationTests {
  @Test("Accept: what is chosen is offered, not refused, and liked no less than the rest")
  func accept() {
    let offered = ["application/json", "text/event-stream"]
    let corpus = [
      "application/json", "text/event-stream;q=0.5, application/json;q=0.1", "*/*;q=0", "text/*, */*;q=0.8", ",", "q=1",
      "text/event-stream;q=nan", "application/json;q=1.0001", "*/*;q=1e5", "text/html",
    ]
    Campaign.run(corpus, share: 2) { input in
      let fields: HTTPFields = ["Accept": text(input)]
      guard let chosen = Accept.best(of: offered, for: fields) else { return .refused }
      let weights = offered.map { AcceptReading.weight(of: $0, in: text(input)) }
      let index = offered.firstIndex(of: chosen)
      return .holds([
        "it is offered": index != nil, "it is not refused": index.map { weights[$0] > 0 } ?? false,
        "nothing is liked better": index.map { weights[$0] == weights.max() } ?? false,
      ])
    }
  }

  @Test("Content-Type: what is taken for JSON says so first, and no charset but UTF-8")
  func contentType() {
    let corpus = [
      "application/json", "Application/JSON; charset=utf-8", "application/json;charset=\"UTF-8\"",
      "application/json; charset=latin1",
      "application/jsonp", "text/json", "application/json;;",
    ]
    Campaign.run(corpus) { input in
      guard MediaType.isJSON(text(input)) else { return .refused }
      let lower = text(input).lowercased()
      return .holds([
        "it begins with the type": MediaType.trim(lower[...]).hasPrefix("application/json"),
        "of one charset at most by name": !lower.contains("latin"),
        "plain ASCII": lower.utf8.allSatisfy { $0 < 128 },
      ])
    }
  }

  @Test("traceparent: what is taken is of the one form, and not all zeros")
  func traceParent() {
    let corpus = [
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    ]
    Campaign.run(corpus, share: 2) { input in
      guard let trace = TraceParent.of(["traceparent": text(input)]) else { return .refused }
      let isOfTheForm =
        trace.wholeMatch(of: /(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/) != nil
      return .holds(["it is of the form": isOfTheForm, "it is untouched": same(trace, text(input))])
    }
  }

  @Test("Idempotency-Key, X-Request-Id and On-Behalf-Of: what is taken is untouched, short and printable")
  func names() {
    let corpus = ["evening-1", "8e03978e-40d5-43dd-bc93-6894a57f9324", "a b", "ana@example.com", "x|y+z=~", " ", ""]
    Campaign.run(corpus) { input in
      let value = text(input)
      let key = try? IdempotencyKey.read(from: ["Idempotency-Key": value])
      let request = RequestID.of(["X-Request-Id": value], random: SeededRandom(seed: 1))
      let isPrintable = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      if let key, !same(key, value) || !isPrintable || key.utf8.count > 255 { return .broken("a key was changed") }
      if !request.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
        return .broken("a request id that cannot be shown")
      }
      guard ExternalID.isValid(value) else { return .refused }
      return .holds([
        "in a path it is itself": same(PercentEncoding.decode(PercentEncoding.encode(value)), value),
        "it is printable": isPrintable, "it is short": value.utf8.count <= 120,
      ])
    }
  }

  @Test("Authorization: what is taken is a token that the field ends with")
  func bearer() {
    Campaign.run(["Bearer sb_abc", "bearer   sbc_e30.e30", "Basic dXNlcg==", "Bearer a b", "Bearer", "Bearer \u{E9}"]) {
      input in
      guard let token = try? BearerCredential.read(from: ["Authorization": text(input)]) else { return .refused }
      return .holds([
        "the field ends with it": text(input).utf8.reversed().starts(with: token.utf8.reversed()),
        "it is one word of ASCII": !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) },
      ])
    }
  }

  @Test("paths: one route and its parameters, which are the very bytes between the slashes")
  func paths() {
    let table = RouteTable(APIFixture.routes)
    let corpus =
      APIFixture.routes.map(\.template.text) + ["/v1/rooms/room_1/people/a%2Fb/mute", "/v1//rooms", "/%76%31/rooms"]
    Campaign.run(corpus) { input in
      guard let location = table.locate(text(input)) else { return .refused }
      guard let route = location.routes.values.first else { return .broken("a place without routes") }
      var raw = location.raw[...]
      let parts = route.template.segments.map { segment in
        if case .literal(let word) = segment { word } else { raw.popFirst().map(String.init) ?? "" }
      }
      return .holds([
        "put together it is the path": same("/" + parts.joined(separator: "/"), text(input)),
        "nothing is left": raw.isEmpty,
        "no part is empty": location.raw.allSatisfy { !$0.isEmpty && !$0.utf8.contains(47) },
      ])
    }
  }

  @Test("queries: what a list takes can be read, within its bounds")
  func queries() {
    let declared: [QueryParameter] = [
      .limit, .cursor, QueryParameter("after", .text(64), ""),
      QueryParameter("after_sequence", .integer(0...Int.max), ""),
      QueryParameter("types", .eventTypes, ""), QueryParameter("since", .time, ""),
      QueryParameter("who", .externalID, ""),
      QueryParameter("on", .boolean, ""), QueryParameter("kind", .choices(["a", "b"]), ""),
    ]
    let corpus = [
      "limit=1&cursor=abc", "limit=100&on=true&kind=a,b", "types=participant.*,room.ended,*",
      "since=2026-01-01T00%3A00%3A00Z",
      "who=ana%40example.com&after=12", "after_sequence=9223372036854775807", "limit=0", "limit=1&limit=2", "other=1",
    ]
    Campaign.run(corpus) { input in
      guard let query = try? Query(text(input), for: declared) else { return .refused }
      return .holds([
        "the limit is within bounds": (1...100).contains(query.limit),
        "types are a filter": query.text("types").map { TypeFilter($0) != nil } ?? true,
        "a time is read": query.text("since") == nil || query.time("since") != nil,
        "a number is read": query.text("after_sequence") == nil || query.integer("after_sequence") != nil,
        "choices are known": query.list("kind").allSatisfy { ["a", "b"].contains($0) },
        "no control character": query.text("cursor").map { !Text.hasControl($0) } ?? true,
      ])
    }
  }

  @Test("positions in the log: digits, read and written as they were")
  func positions() throws {
    Campaign.run(["0", "17", "007", "9223372036854775807", "9223372036854775808", "-1", "+1", "", "٣"]) { input in
      let head = HTTPRequestHead(method: "GET", path: "/v1/events", fields: ["Last-Event-ID": text(input)])
      let query = try Query(nil, for: [])
      guard case .position(let position)? = try? EventsPosition.read(head, query) else { return .refused }
      let digits = text(input).drop { $0 == "0" }
      return .holds([
        "it is the number": EventsPosition.text(position) == (digits.isEmpty ? "0" : String(digits)),
        "not below zero": position >= 0,
      ])
    }
  }

  @Test("frames of an event socket: a known word, and a credential that can be one")
  func socketFrames() {
    let corpus = [
      #"{"type":"auth","token":"sb_0123.abc"}"#, #"{"type":"ping"}"#, #"{"type":"pong"}"#, "{}", "[]",
      #"{"token":"x","type":"auth"}"#, #"{"type":"auth","token":"a b"}"#,
    ]
    Campaign.run(corpus) { input in
      guard let frame = try? SocketFrame.read(input) else { return .refused }
      guard case .auth(let token) = frame else { return .accepted }
      return .holds([
        "something was given": !token.isEmpty,
        "it fits a header field": token.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 },
      ])
    }
  }

  @Test("origins: what is listed is the listed one, on any port where a star allows it")
  func origins() {
    let corpus = [
      "https://app.example", "http://localhost:3000", "http://localhost", "https://app.example.evil.example",
      "http://localhost:99999999", "https://app.example:443", "null", "http://localhost:",
    ]
    Campaign.run(corpus, share: 2) { input in
      let origin = text(input)
      guard Origin.isListed(origin, in: ["https://app.example", "http://localhost:*"]) else { return .refused }
      let isListed =
        origin.lowercased().wholeMatch(of: /https:\/\/app\.example|http:\/\/localhost(:[0-9]{1,5})?/) != nil
      return isListed && origin.utf8.allSatisfy { $0 < 128 } ? .accepted : .broken("an origin that is not listed")
    }
  }
}
