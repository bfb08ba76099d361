import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKAdapter

/// Whether a delivery is to be believed.
@Suite struct WebhookTests {
  private static let first = RSASigningKey()
  private static let second = RSASigningKey()

  private static func body(_ type: String = "participant-joined", _ data: JSON = Self.ana) -> [UInt8] {
    (["webhookType": .string(type), "data": data] as JSON).bytes()
  }

  private static let ana: JSON = [
    "meetingId": .string(Fixture.roomID), "sessionId": .string(Fixture.session), "participantId": "ana",
    "participantName": "Ana",
  ]

  private static func sign(_ body: [UInt8], _ key: RSASigningKey = first) -> String { Base64.encode(key.sign(body)) }

  /// What comes of a delivery.
  private static func verdict(
    _ provider: VideoSDKProvider, _ body: [UInt8], _ signatures: [String], at now: Timestamp = Fixture.now
  ) -> Result<String?, WebhookRejection> {
    do {
      let fields = signatures.map { ("videosdk-signature", $0) }
      return .success(try provider.verify(body, header: Fixture.headers(fields), now: now))
    } catch { return .failure(error) }
  }

  private static func pinned(_ key: RSASigningKey = first) -> VideoSDKProvider {
    var account = Fixture.account
    account.pinnedKey = key.publicKeyPEM
    return Fixture.offline(account: account)
  }

  private static func fetched(_ key: RSASigningKey = first) async throws -> VideoSDKProvider {
    let provider = Fixture.provider(AnsweringTransport { _, _ in .json(["publicKey": .string(key.publicKeyPEM)]) })
    try await provider.fetchKeys(Fixture.context())
    return provider
  }

  @Test func whatIsSignedIsBelieved() throws {
    let body = Self.body()
    #expect(Self.verdict(Self.pinned(), body, [Self.sign(body)]) == .success(nil))
  }

  /// The signature is over the bytes: the same document written in another way is another one.
  @Test func theBytesCountNotTheDocument() {
    let body = Self.body()
    let spaced = Array(#"{ "webhookType": "participant-joined" }"#.utf8)
    #expect(Self.verdict(Self.pinned(), spaced, [Self.sign(body)]) == .failure(.badSignature))
    #expect(Self.verdict(Self.pinned(), spaced, [Self.sign(spaced)]) == .success(nil))
    #expect(Self.verdict(Self.pinned(), body + [10], [Self.sign(body)]) == .failure(.badSignature))
  }

  @Test func whatIsNotSignedRightIsRefused() {
    let body = Self.body()
    let good = Self.sign(body)
    let rows: [([String], WebhookRejection)] = [
      ([], .missingSignature), ([""], .badSignature), ([good, good], .badSignature), (["not base64"], .badSignature),
      ([String(good.dropLast(4))], .badSignature), ([" " + good], .badSignature), ([good + "\n"], .badSignature),
      ([Base64.encode([UInt8](repeating: 0, count: 256))], .badSignature), (["AAAA"], .badSignature),
      ([Self.sign(body, Self.second)], .badSignature), ([Self.sign(Self.body("participant-left"))], .badSignature),
      ([good.replacing("+", with: "-").replacing("/", with: "_") + "="], .badSignature),
    ]
    for (signatures, expected) in rows {
      #expect(Self.verdict(Self.pinned(), body, signatures) == .failure(expected), "\(signatures)")
    }
  }

  @Test func withoutAKeyNobodyCanTell() {
    let body = Self.body()
    #expect(Self.verdict(Fixture.offline(), body, [Self.sign(body)]) == .failure(.keyNotHere))
    #expect(Self.verdict(Fixture.offline(), body, []) == .failure(.missingSignature), "that can be told")
  }

  @Test func aPinnedKeyIsTheOnlyOne() {
    let body = Self.body()
    let later = Fixture.now.advanced(bySeconds: 86_400)
    #expect(Self.verdict(Self.pinned(), body, [Self.sign(body, Self.second)], at: later) == .failure(.badSignature))
    #expect(Self.pinned().offering(for: .audioRoom)?.port(.deliveryKeys) == nil)
    #expect(Fixture.offline().offering(for: .audioRoom)?.port(.deliveryKeys) != nil)
  }

  @Test func aPinnedKeyThatIsNoneBelievesNothing() {
    var account = Fixture.account
    account.pinnedKey = "-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----\n"
    let body = Self.body()
    #expect(Self.verdict(Fixture.offline(account: account), body, [Self.sign(body)]) == .failure(.badSignature))
  }

  @Test func theKeyIsFetchedWithoutAToken() async throws {
    let transport = AnsweringTransport { _, _ in .json(["publicKey": .string(Self.first.publicKeyPEM)]) }
    let provider = Fixture.provider(transport)
    try await provider.fetchKeys(Fixture.context())
    #expect(transport.lines == ["GET /v2/public/rsa-public-key"])
    #expect(transport.asked[0].fields["Authorization"] == nil)
    let body = Self.body()
    #expect(Self.verdict(provider, body, [Self.sign(body)]) == .success(nil))
  }

  @Test(
    arguments: [
      ([:], "/publicKey"), (["publicKey": "no key"], "/publicKey"), (["publicKey": 1], "/publicKey"),
    ] as [(JSON, String)])
  func whatIsNoKeyIsNotTaken(_ answer: JSON, _ pointer: String) async {
    let provider = Fixture.provider(AnsweringTransport { _, _ in .json(answer) })
    let error = await failure { () throws(ProviderFailure) in try await provider.fetchKeys(Fixture.context()) }
    #expect(error?.reason == .badResponse(pointer: pointer))
    let body = Self.body()
    #expect(Self.verdict(provider, body, [Self.sign(body)]) == .failure(.keyNotHere))
  }

  /// A forged signature looks like one of a new key: that makes the key be fetched, now and then.
  @Test func aSignatureThatDoesNotFitAsksForTheKeyOnceInAWhile() async throws {
    let provider = try await Self.fetched()
    let body = Self.body()
    let forged = [Self.sign(body, Self.second)]
    #expect(Self.verdict(provider, body, forged) == .failure(.badSignature), "the key was fetched a moment ago")
    #expect(Self.verdict(provider, body, forged, at: Fixture.now.advanced(bySeconds: 29)) == .failure(.badSignature))
    #expect(Self.verdict(provider, body, forged, at: Fixture.now.advanced(bySeconds: 30)) == .failure(.keyNotHere))
    #expect(Self.verdict(provider, body, [Self.sign(body)], at: Fixture.now.advanced(bySeconds: 30)) == .success(nil))
  }

  @Test func deliveriesUnderWayWhenTheKeyChangesAreStillTaken() {
    let keys = DeliveryKeys(pinned: nil)
    let body = Self.body()
    let (old, new) = (Self.first.sign(body), Self.second.sign(body))
    #expect(keys.take(Self.first.publicKeyPEM, now: Fixture.now))
    let changed = Fixture.now.advanced(bySeconds: 3_600)
    #expect(keys.judge(new, of: body, now: changed) == .open)
    #expect(keys.take(Self.second.publicKeyPEM, now: changed))
    #expect(keys.judge(new, of: body, now: changed) == .good)
    #expect(keys.judge(old, of: body, now: changed.advanced(bySeconds: 599)) == .good)
    #expect(keys.judge(old, of: body, now: changed.advanced(bySeconds: 600)) == .open, "too old to be on its way")
    #expect(keys.take(Self.second.publicKeyPEM, now: changed.advanced(bySeconds: 700)))
    #expect(keys.judge(old, of: body, now: changed.advanced(bySeconds: 701)) == .bad, "the same key is no new one")
  }

  // MARK: Repeats

  @Test(
    arguments: [
      ("session-started", ["start": "2026-01-01T00:00:00+00:00"], true),
      ("session-ended", ["start": "2026-01-01T00:00:00+00:00", "end": "2026-01-01T00:60:00+00:00"], true),
      ("transcription-started", ["id": "t-1", "type": "realtime"], true),
      ("recording-stopped", ["filePath": "/r.mp4", "fileUrl": nil], true),
      ("participant-recording-stopped", ["participantId": "ana", "fileDetails": [["filePath": "/r.mp4"]]], true),
      ("recording-started", [:], false), ("hls-started", [:], false),
      ("participant-joined", ["participantId": "a"], false),
      ("participant-left", ["participantId": "a"], false), ("session-started", [:], false), ("odd", [:], false),
    ] as [(String, JSON, Bool)])
  func onlyWhatNeverMeansTwoThingsHasAKey(_ type: String, _ more: JSON, _ isUnique: Bool) throws {
    var data: JSONObject = ["meetingId": .string(Fixture.roomID), "sessionId": .string(Fixture.session)]
    for (name, value) in more.objectValue?.pairs ?? [] { data[name] = value }
    let body = Self.body(type, .object(data))
    let key = try Self.verdict(Self.pinned(), body, [Self.sign(body)]).get()
    #expect((key != nil) == isUnique)
    if let key {
      #expect(key == Hex.encode(SHA256.digest(body)))
      #expect(
        try Self.verdict(Self.pinned(), body, [Self.sign(body)], at: Fixture.now.advanced(bySeconds: 9)).get() == key)
    }
  }

  /// What has no form of ours is told once in a short while, and later anew.
  @Test func somethingUnknownIsTheSameForAShortWhileOnly() {
    let event: JSON = ["webhookType": "agent-session-started", "data": ["meetingId": .string(Fixture.roomID)]]
    func key(_ seconds: Int64) -> String? {
      EventReader(event: event, receivedAt: Timestamp(nanoseconds: seconds * 1_000_000_000)).facts().first?.key
    }
    #expect(key(1_200) != nil && key(1_200) == key(1_319))
    #expect(key(1_200) != key(1_320))
  }

  // MARK: Keeping

  @Test func whatIsKeptHasNoSignedAddressesAndReadsTheSame() throws {
    let body = Self.body(
      "recording-stopped",
      [
        "meetingId": .string(Fixture.roomID), "sessionId": .string(Fixture.session), "filePath": "/recordings/r.mp4",
        "fileUrl": "https://cdn.videosdk.live/recordings/r.mp4?Expires=1&Signature=hidden", "token": "hidden",
      ])
    let kept = Self.pinned().kept(body)
    #expect(!String(decoding: kept, as: UTF8.self).contains("hidden"))
    let provider = Self.pinned()
    #expect(provider.read(kept, receivedAt: Fixture.now) == provider.read(body, receivedAt: Fixture.now))
    #expect(provider.kept(Array("no json".utf8)).isEmpty)
  }

  @Test(arguments: [
    "", "{", "[]", "17", "null", #"{"data":{}}"#, #"{"webhookType":""}"#, #"{"webhookType":7}"#, "\u{0}",
  ])
  func whatCannotBeReadIsNoDelivery(_ text: String) {
    let delivery = Self.pinned().read(Array(text.utf8), receivedAt: Fixture.now)
    #expect(!delivery.isReadable && delivery.facts.isEmpty && delivery.roomKey == nil)
  }

  @Test func whatIsAboutNoRoomIsReadable() {
    let delivery = Self.pinned().read(Self.body("batchcall-started", [:]), receivedAt: Fixture.now)
    #expect(delivery.isReadable && delivery.refs.isEmpty && delivery.facts.isEmpty)
  }
}
