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
  /// Connects to hosts of the open internet only: for URLs that others have chosen. Judged by the address that a name
  /// turns out to have.
  package let publicTargetsOnly: Bool

  package init(
    userAgent: String = "switchboard", maximumConnectionsPerHost: Int = 64, maximumTotalConnections: Int = 256,
    caFile: String? = nil, publicTargetsOnly: Bool = false
  ) {
    self.userAgent = userAgent
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.maximumTotalConnections = maximumTotalConnections
    self.caFile = caFile
    self.publicTargetsOnly = publicTargetsOnly
  }
}
