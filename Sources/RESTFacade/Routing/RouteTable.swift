/// Finds the route of a path: one step per raw segment, literals before parameters.
struct RouteTable: Sendable {
  /// A path that exists, with the routes at it.
  struct Location: Sendable {
    let routes: [RouteMethod: Route]
    /// The raw values of the parameters, in order.
    let raw: [Substring]

    /// What the path answers to, for `Allow`.
    var allowed: [String] {
      let methods = RouteMethod.allCases.filter { routes[$0] != nil }.map(\.rawValue)
      return (methods.first == RouteMethod.get.rawValue ? ["GET", "HEAD"] + methods.dropFirst() : methods) + ["OPTIONS"]
    }

    /// The route for a method; HEAD is served by GET's.
    func route(for method: String) -> Route? {
      RouteMethod(rawValue: method == "HEAD" ? "GET" : method).flatMap { routes[$0] }
    }
  }

  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    /// At most one, in a box because a struct cannot hold itself.
    var parameter: [Node] = []
    var routes: [RouteMethod: Route] = [:]
  }

  let routes: [Route]
  private var root = Node()

  /// Two routes with the same method and path are a programmer's error.
  init(_ routes: [Route]) {
    self.routes = routes
    for route in routes { Self.insert(route, at: route.template.segments[...], into: &root) }
  }

  /// nil when no route has the path, which includes every path with an empty segment.
  func locate(_ path: String) -> Location? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Substring.init)
    var raw: [Substring] = []
    guard let node = Self.find(segments[...], from: root, raw: &raw), !node.routes.isEmpty else { return nil }
    return Location(routes: node.routes, raw: raw)
  }

  private static func find(_ segments: ArraySlice<Substring>, from node: Node, raw: inout [Substring]) -> Node? {
    guard let segment = segments.first else { return node }
    if segment.isEmpty { return nil }
    let rest = segments.dropFirst()
    if let next = node.literals[String(segment)] {
      if let found = find(rest, from: next, raw: &raw), !found.routes.isEmpty { return found }
    }
    guard let next = node.parameter.first else { return nil }
    let depth = raw.count
    raw.append(segment)
    if let found = find(rest, from: next, raw: &raw), !found.routes.isEmpty { return found }
    raw.removeSubrange(depth...)
    return nil
  }

  private static func insert(_ route: Route, at segments: ArraySlice<PathTemplate.Segment>, into node: inout Node) {
    switch segments.first {
    case nil:
      precondition(node.routes.updateValue(route, forKey: route.method) == nil, "\(route.name) declared twice")
    case .literal(let text):
      insert(route, at: segments.dropFirst(), into: &node.literals[text, default: Node()])
    case .parameter:
      if node.parameter.isEmpty { node.parameter.append(Node()) }
      insert(route, at: segments.dropFirst(), into: &node.parameter[0])
    }
  }
}
