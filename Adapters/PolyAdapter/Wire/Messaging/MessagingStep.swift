/// What is asked of the messaging service before a call.
enum MessagingStep: Sendable, Hashable {
  case accessToken
  case session
}
