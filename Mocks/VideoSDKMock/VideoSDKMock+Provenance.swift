package import MockKit

extension VideoSDKMock {
  package var provenance: [ProvenanceRow] { Self.routes }

  private static var routes: [ProvenanceRow] {
    VideoSDKRoutes.paths.map { ProvenanceRow(.route, "\($0.method) \($0.path) (\($0.operation.rawValue))", .docs) }
  }
}
