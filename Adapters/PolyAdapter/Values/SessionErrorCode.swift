/// Why the messaging service opened no session, as its own clients tell the reasons apart.
public enum SessionErrorCode: String, Sendable, Hashable, CaseIterable {
  case parsing = "Error parsing request"
  case missingHeaders = "Missing authentication headers"
  case agentDetails = "Unable to get agent details from connector service"
  case connector = "Failed to validate connector"
  case session = "Error creating session"
  case closedAbnormally = "Connection closed abnormally"
  case tooLarge = "Message too large"
  /// Anything else.
  case unknown = "UNKNOWN_ERROR"
}
