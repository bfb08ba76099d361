import GatewayEngine
import MeetingCore

extension ProblemGuide {
  /// Codes that are part of the API, though no route gives them yet: clients that know them now need no change then.
  static func later(_ code: ErrorCode) -> Self? {
    switch code {
    case .managedByFile: reserved(code, "routes and tenants that the API can change", nil, "set in the file")
    default: nil
    }
  }

  private static func reserved(_ code: ErrorCode, _ what: String, _ path: String?, _ detail: String) -> Self {
    Self(
      code, cases: ["No route answers it today. It is kept for \(what)."],
      remedy: "Nothing yet; a client may treat it by its status.",
      instance: path.map { roomPath + $0 } ?? "/v1/routes", detail: detail
    )
  }
}
