import Cryptography
import JSONCoding
import MeetingCore

/// Join tokens open one room for one person for a while.
enum TokenBehaviours {
  static let all: [ContractBehaviour] = [
    ContractBehaviour(
      "a-token-states-its-times", .provider, "A token expires when it was asked to and is not from the future.",
      requirements: [.joining]
    ) { try await times($0) },
    ContractBehaviour(
      "a-token-ends-at-its-expiry", .provider, "The vendor refuses a token after its expiry.",
      requirements: [.joining, .devices, .clock]
    ) { try await expiry($0) },
    ContractBehaviour(
      "a-token-is-for-one-room", .provider, "The vendor refuses a token of another room.",
      requirements: [.joining, .devices]
    ) { run in
      let mine = try await run.openRoom()
      let other = try await run.openRoom()
      let token = try await run.credentials(in: mine).token
      try await run.expectRefused(token, at: other, "a token opened another room")
      try await run.expectAdmitted(token, at: mine, "a token did not open its own room")
    },
    ContractBehaviour(
      "a-tampered-token-is-refused", .provider, "The vendor checks the signature of what it is shown.",
      requirements: [.joining, .devices]
    ) { run in
      let room = try await run.openRoom()
      let token = try await run.credentials(in: room).token
      try await run.expectRefused(tampered(token), at: room, "a tampered token was accepted")
    },
    ContractBehaviour(
      "connect-says-how-to-join", .provider, "What the client needs is a JSON object of the provider's kind.",
      requirements: [.joining]
    ) { run in
      let room = try await run.room()
      let credentials = try await run.credentials(in: room)
      let kind = JSONReading.object(credentials.connect.text)?["kind"]?.stringValue
      run.report.expect(kind == run.fixture.description.kind, "connect.kind is \(kind ?? "missing")")
      run.report.expect(!credentials.token.isEmpty, "the token is empty")
      run.report.expect(!credentials.connect.text.contains(credentials.token), "connect repeats the token")
    },
  ]

  private static func times(_ run: ContractRun) async throws {
    let room = try await run.room()
    let asked = run.now.advanced(bySeconds: 300).seconds
    let credentials = try await run.credentials(in: room, seconds: 300)
    run.report.expect(abs(credentials.expiresAt.seconds - asked) <= 1, "expiresAt is off")
    guard let claims = JWT.unverifiedClaims(credentials.token) else {
      try run.report.skip("the token is not a JSON web token")
    }
    let expiry = claims["exp"]?.integerValue
    run.report.expect(expiry.map { abs($0 - asked) <= 1 } ?? false, "exp is \(expiry.map(String.init) ?? "missing")")
    if let issued = claims["iat"]?.integerValue {
      run.report.expect(issued <= run.now.seconds, "iat lies in the future")
    }
    run.report.expect(claims["nbf"]?.integerValue.map { $0 <= run.now.seconds } ?? true, "nbf lies in the future")
  }

  private static func expiry(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let token = try await run.credentials(in: room, seconds: 120).token
    await run.fixture.advance?(.seconds(100))
    try await run.expectAdmitted(token, at: room, "a token was refused before its expiry")
    await run.fixture.advance?(.seconds(60))
    try await run.expectRefused(token, at: room, "a token was accepted after its expiry")
  }

  /// The token with one character in its middle changed.
  private static func tampered(_ token: String) -> String {
    var characters = Array(token)
    let middle = characters.count / 2
    characters[middle] = characters[middle] == "A" ? "B" : "A"
    return String(characters)
  }
}
