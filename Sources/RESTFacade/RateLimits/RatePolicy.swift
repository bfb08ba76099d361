/// What is counted, by the name that answers and metrics tell it under.
enum RatePolicy: String, Sendable, Hashable, CaseIterable {
  /// Requests of an API key.
  case key
  /// Requests of one person in one room.
  case clientToken = "client_token"
  /// Requests of an address, whoever sends them.
  case address
  /// Deliveries of one provider from one address.
  case hooks
  /// Streams that an API key has open.
  case keyStreams = "key_streams"
  case clientTokenStreams = "client_token_streams"
  case addressStreams = "address_streams"

  /// What is used up, in an error's words.
  var words: String {
    switch self {
    case .key: "the key's requests are used up"
    case .clientToken: "the person's requests are used up"
    case .address: "the address's requests are used up"
    case .hooks: "the provider's deliveries from this address are used up"
    case .keyStreams: "the key has as many streams open as it may"
    case .clientTokenStreams: "the person has as many streams open as one may"
    case .addressStreams: "the address has as many streams open as it may"
    }
  }
}
