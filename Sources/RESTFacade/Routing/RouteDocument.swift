import MeetingCore

/// What the API document says of a route beyond its form.
struct RouteDocument: Sendable, Hashable {
  struct Success: Sendable, Hashable {
    let status: Int
    let summary: String
    /// Name of a component schema; nil when there is no JSON body.
    let schema: String?
    /// The media type when it is not JSON.
    let type: String?

    init(_ status: Int, _ summary: String, _ schema: String? = nil, type: String? = nil) {
      self.status = status
      self.summary = summary
      self.schema = schema
      self.type = type
    }
  }

  /// Unique, in lower camel case: generated clients name their methods by it.
  let id: String
  let tag: String
  let summary: String
  /// Name of the component schema of the body.
  let request: String?
  let successes: [Success]
  /// Statuses of problems besides those that routes of its sort have anyway.
  let problems: Set<Int>

  init(
    _ id: String, _ tag: String, _ summary: String, request: String? = nil, _ successes: [Success],
    problems: Set<Int> = []
  ) {
    self.id = id
    self.tag = tag
    self.summary = summary
    self.request = request
    self.successes = successes
    self.problems = problems
  }
}
