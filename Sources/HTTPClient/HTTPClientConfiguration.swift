/// How a client connects.
package struct HTTPClientConfiguration: Sendable {
  package let userAgent: String
  package let maximumConnectionsPerHost: Int
  package let maximumConnections: Int
  /// Certificates to trust instead of the system's; for tests.
  package let certificateFile: String?

  package init(
    userAgent: String = "switchboard", maximumConnectionsPerHost: Int = 64, maximumConnections: Int = 256,
    certificateFile: String? = nil
  ) {
    self.userAgent = userAgent
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.maximumConnections = maximumConnections
    self.certificateFile = certificateFile
  }
}
