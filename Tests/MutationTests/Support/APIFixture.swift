import HTTPTypes

@testable import RESTFacade

/// Routes in the forms that the API has.
enum APIFixture {
  static let routes = [
    "/v1/rooms", "/v1/rooms/{room}", "/v1/rooms/{room}/lock", "/v1/rooms/{room}/people/{external_id}/mute",
    "/v1/rooms/{room}/participants/{participant}", "/v1/hooks/{provider}", "/v1/keys/{key}", "/livez",
  ].map { path in
    Route(.get, path, document: RouteDocument("r", "t", "s", []), action: .open { _ in .noContent })
  }
}
