import HTTPTypes
import JSONCoding
import Testing

@testable import RESTFacade

@Suite("Routing")
struct RoutingTests {
  @Test(
    "a path that no route has is a problem of its own, with or without credential",
    arguments: [
      "/", "/v1", "/v1/", "/v1/rooms/", "/v1//rooms", "/v1/rooms//recordings", "/v1/rooms/room_1/lock/", "/v2/rooms",
      "/v1/%72ooms", "/V1/rooms", "rooms", "/v1/rooms/room_1/nothing", "/v1/rooms/a/b/c/d/e/f",
    ])
  func unknownPaths(_ path: String) async throws {
    let harness = try await Harness()
    for key in [harness.manager, nil] {
      let reply = await harness.send("POST", path, key: .some(key))
      #expect(reply.status == 404)
      #expect(reply.code == "no_such_route")
    }
    #expect(harness.provider.calls.isEmpty)
  }

  @Test("a known path says which methods it has")
  func wrongMethod() async throws {
    let harness = try await Harness()
    let reply = await harness.send("PUT", "/v1/rooms")
    #expect(reply.status == 405)
    #expect(reply.code == "method_not_allowed")
    #expect(reply.fields["Allow"] == "GET, HEAD, POST, OPTIONS")
    #expect(await harness.send("PUT", "/livez", key: .some(nil)).fields["Allow"] == "GET, HEAD, OPTIONS")
    #expect(await harness.send("BREW", "/v1/hooks/test-main").fields["Allow"] == "POST, OPTIONS")
  }

  @Test(
    "an id in a path is decoded once, after the path was split",
    arguments: [
      ("team%2Froom%2B7", "team/room+7"), ("a%252Fb", "a%2Fb"), ("a+b", "a+b"), ("%E2%82%AC", "€"), ("..", ".."),
    ])
  func decoding(_ raw: String, _ decoded: String) throws {
    let table = RouteTable([Self.route(.get, "/v1/rooms/{room}"), Self.route(.get, "/v1/rooms/{room}/events")])
    let location = try #require(table.locate("/v1/rooms/" + raw))
    let parameters = try #require(PathParameters(names: ["room"], raw: location.raw))
    #expect(parameters["room"] == decoded)
  }

  @Test("a slash inside an id does not make another route", arguments: ["room_1%2Flock", "team%2Froom%2B7"])
  func encodedSlash(_ id: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("GET", "/v1/rooms/" + id)
    #expect(reply.status == 404)
    #expect(reply.code == "not_found")
  }

  @Test("a malformed escape is refused", arguments: ["a%zz", "%", "%4", "%ff", "a%C3%28"])
  func malformedEscape(_ id: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("GET", "/v1/rooms/" + id)
    #expect(reply.status == 400)
    #expect(reply.code == "invalid_request")
  }

  @Test("an id of white space reaches no provider")
  func blankID() async throws {
    let harness = try await Harness()
    #expect(await harness.send("POST", "/v1/rooms/%20/end").status == 404)
    #expect(await harness.send("DELETE", "/v1/rooms/").status == 404)
    #expect(harness.provider.calls.isEmpty)
  }

  @Test("literals go before parameters, and a dead end is left again")
  func precedence() {
    let table = RouteTable([
      Self.route(.get, "/a/{x}"), Self.route(.get, "/a/b/c"), Self.route(.get, "/a/{x}/d"), Self.route(.post, "/a/b"),
    ])
    #expect(table.locate("/a/b")?.routes[.post] != nil)
    #expect(table.locate("/a/b/d")?.raw == ["b"])
    #expect(table.locate("/a/b/c")?.raw == [])
    #expect(table.locate("/a") == nil)
  }

  @Test("HEAD is served where GET is")
  func head() async throws {
    let harness = try await Harness()
    let get = await harness.send("GET", "/livez", key: .some(nil))
    let head = await harness.send("HEAD", "/livez", key: .some(nil))
    #expect(head.status == get.status)
    #expect(head.fields["Content-Type"] == get.fields["Content-Type"])
    #expect(await harness.send("HEAD", "/v1/rooms/room_1/lock").status == 405)
  }

  private static func route(_ method: RouteMethod, _ path: String) -> Route {
    Route(method, path, document: RouteDocument("x", "x", "x", []), action: .open { _ in .noContent })
  }
}
