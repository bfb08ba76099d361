import GatewayEngine
import HTTPTypes
import MeetingCore

/// Reads `On-Behalf-Of`: for whom a backend acts.
enum OnBehalfOf {
  /// nil when the field is not there; throws `invalid_request` for a bad one, and with a client token, whose person is fixed.
  static func read(from fields: HTTPFields, principal: Principal) throws(GatewayError) -> String? {
    let values = fields.values(of: "On-Behalf-Of")
    guard let value = values.first else { return nil }
    if case .client = principal {
      throw refusal("not_allowed", "a client token acts for its own person only")
    }
    guard values.count == 1, ExternalID.isValid(value) else {
      throw refusal("invalid_id", "must be " + ExternalID.rule)
    }
    return value
  }

  private static func refusal(_ code: String, _ message: String) -> GatewayError {
    GatewayError(.invalidRequest, "On-Behalf-Of is not valid").with {
      $0.issues = [FieldIssue(pointer: "header:On-Behalf-Of", code: code, message: message)]
    }
  }
}
