/// In place of a body: no answer at all, the server closes the connection. For vendors that are imitated in their worst
/// moments.
package struct HTTPConnectionCut: HTTPBodySource {
  package init() {}

  package func next() async -> [UInt8]? { nil }
}
