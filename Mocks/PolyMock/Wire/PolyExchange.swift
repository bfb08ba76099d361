import HTTPTypes
import JSONCoding
import MockKit

/// One request over HTTP, from its route to its answer.
struct PolyExchange {
  static let correlationField = "X-PolyAI-Correlation-Id"

  let request: HTTPRequest
  let now: Int64

  func run(_ model: inout PolyModel) -> HTTPResponse {
    let correlation = request.head.fields[Self.correlationField] ?? model.identifiers.uuid()
    var response = answer(&model, correlation)
    response.fields[Self.correlationField] = correlation
    return response
  }

  private func answer(_ model: inout PolyModel, _ correlation: String) -> HTTPResponse {
    guard let match = PolyRoutes.table.match(request.head.method, request.head.path),
      let query = QueryParameters(request.head.query)
    else { return HTTPResponse(json: ["error": "Not Found"], status: 404) }
    let input = PolyInput(
      operation: match.operation, parameters: match.parameters, query: query, head: request.head, body: request.body,
      now: now)
    do throws(PolyRefusal) {
      return try model.perform(input)
    } catch {
      let document = error.document(match.operation.family, model.options.errorMembers, correlation: correlation)
      return HTTPResponse(json: document, status: error.status)
    }
  }
}
