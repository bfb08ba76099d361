import HTTPServer
import ProviderCatalog
import Store

/// Starts things and says in one sentence what kept them from starting.
enum Starting {
  static func gateway(_ settings: GatewaySettings) async throws(CommandError) -> GatewayProcess {
    do { return try await GatewayProcess.start(settings) } catch { throw CommandError("cannot start: \(words(error))") }
  }

  static func words(_ error: any Error) -> String {
    switch error {
    case let failure as StoreFailure: failure.detail
    case let problem as CatalogError: problem.description
    default: "\(error)"
    }
  }
}
