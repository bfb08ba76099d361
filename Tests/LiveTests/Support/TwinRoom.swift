import JSONCoding

/// A room of two gateways, as people's devices move in it.
struct TwinRoom: Sendable {
  let id: String
  /// The vendor's name for it.
  let vendors: String
  let bench: TwinBench

  func comes(_ person: String) async throws {
    try await bench.control("POST", "rooms/\(vendors)/participants", ["participant_id": .string(person)])
  }

  func leaves(_ person: String) async throws {
    try await bench.control("DELETE", "rooms/\(vendors)/participants/\(person)")
  }

  func changes(_ person: String, _ body: JSON) async throws {
    try await bench.control("PATCH", "rooms/\(vendors)/participants/\(person)", body)
  }

  func says(_ person: String, _ text: String) async throws {
    try await bench.control(
      "POST", "rooms/\(vendors)/messages",
      ["participant_id": .string(person), "topic": "CHAT", "message": .string(text)])
  }
}
