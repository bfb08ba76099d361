/// How a client connects. Proxies of the environment (`http_proxy` and its like) are never used.
package struct HTTPClientConfiguration: Sendable {
  /// Sent as `User-Agent` unless a request brings its own.
  package let userAgent: String
  /// More requests to one host and port wait for a connection; the waiting counts as connecting.
  package let maximumConnectionsPerHost: Int
  /// Bounds the connections in use and those kept for later, together over all hosts.
  package let maximumTotalConnections: Int
  /// A PEM file of certificates to trust instead of the system's.
  package let caFile: String?

  package init(
    userAgent: String = "switchboard", maximumConnectionsPerHost: Int = 64, maximumTotalConnections: Int = 256,
    caFile: String? = nil
  ) {
    self.userAgent = userAgent
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.maximumTotalConnections = maximumTotalConnections
    self.caFile = caFile
  }
}
