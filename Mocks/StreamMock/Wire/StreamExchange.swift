import Cryptography
import HTTPTypes
import JSONCoding
import MockKit

/// One REST request from routing to answer: key, route, token, rate, body, work, in this order.
struct StreamExchange {
  struct Outcome {
    let status: Int
    let document: JSON
    let fields: HTTPFields
    let events: [MockEvent]
  }

  let request: HTTPRequest
  let now: Int64

  func run(_ tenants: inout [String: StreamTenant], _ options: StreamMockOptions) -> Outcome {
    let match = StreamRoutes.table.match(request.head.method, request.head.path)
    let name = match?.operation.operation.rawValue ?? "Request"
    let query = QueryParameters(request.head.query)
    guard let key = query?["api_key"], !key.isEmpty else {
      return refused(.token(2, "api_key or app_id not provided"), name, options)
    }
    guard var tenant = tenants.removeValue(forKey: key) else {
      return refused(.token(2, "api_key not valid"), name, options)
    }
    defer { tenants[key] = tenant }
    guard let match, let query else { return refused(.missing("Not Found"), name, options) }
    return answered(&tenant, match, query)
  }

  private func answered(
    _ tenant: inout StreamTenant, _ match: RouteTable<StreamRoutes.Route>.Match, _ query: QueryParameters
  ) -> Outcome {
    let operation = match.operation.operation
    let authenticator = StreamAuthenticator(secret: tenant.account.apiSecret, now: now, options: tenant.options)
    let caller: Result<StreamCaller, StreamRefusal>
    do throws(StreamRefusal) {
      caller = .success(try authenticator.caller(of: request.head, query: query, for: operation))
    } catch {
      caller = .failure(error)
    }
    let platform = StreamRateLimiter.platform(request.head.fields["X-Stream-Client"])
    let standing = tenant.limiter.count(
      operation.rawValue, platform: platform, user: (try? caller.get())?.userID, now: now)
    do throws(StreamRefusal) {
      let caller = try caller.get()
      guard !standing.isExceeded else {
        throw StreamRefusal(code: 9, status: 429, cause: "Too many requests for \(operation.rawValue)")
      }
      let document = try work(&tenant, match, query, caller)
      return Outcome(
        status: ["POST", "PUT"].contains(request.head.method) ? 201 : 200, document: .object(document),
        fields: standing.fields, events: tenant.takeEvents())
    } catch {
      _ = tenant.takeEvents()
      return Outcome(
        status: error.status, document: error.document(operation.rawValue), fields: standing.fields, events: [])
    }
  }

  private func work(
    _ tenant: inout StreamTenant, _ match: RouteTable<StreamRoutes.Route>.Match, _ query: QueryParameters,
    _ caller: StreamCaller
  ) throws(StreamRefusal) -> JSONObject {
    let operation = match.operation.operation
    let body = operation.shape == nil ? [:] : try StreamBody.members(request.body)
    if let shape = operation.shape { try StreamBody.check(body, shape, caller, tenant.options) }
    let input = StreamInput(
      operation: operation, view: match.operation.view, parameters: match.parameters, query: query, body: body,
      caller: caller, now: now, host: request.head.fields["Host"])
    let watcher = try tenant.watcher(input)
    var document = try tenant.perform(input)
    if let watcher { tenant.watch(watcher, document) }
    if document["duration"] == nil { document["duration"] = "1.05ms" }
    return document
  }

  private func refused(_ refusal: StreamRefusal, _ name: String, _ options: StreamMockOptions) -> Outcome {
    let standing = StreamRateLimiter(options).standing(name, platform: "server_side", now: now)
    return Outcome(
      status: refusal.status, document: refusal.document(name), fields: standing.fields, events: [])
  }
}
