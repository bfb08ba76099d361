import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Recordings, broadcasts and transcriptions by the signalling")
struct OutputTests {
  /// What a client is told of one thing that runs, from its start to its end.
  private struct Run: Sendable {
    let start: String
    let stop: String
    let wish: JSON
    /// Methods, with the state they tell.
    let told: [String]
  }

  private static let runs: [Run] = [
    Run(
      start: "startRecording", stop: "stopRecording",
      wish: ["webhookUrl": nil, "awsDirPath": nil, "config": nil, "transcription": nil],
      told: [
        "recordingStateChanged RECORDING_STARTING", "recordingStateChanged RECORDING_STARTED", "recordingStarted",
        "recordingStateChanged RECORDING_STOPPING", "recordingStateChanged RECORDING_STOPPED", "recordingStopped",
      ]),
    Run(
      start: "startTranscription", stop: "stopTranscription",
      wish: ["config": ["webhookUrl": nil, "summary": nil, "language": "en"]],
      told: [
        "transcriptionStateChanged TRANSCRIPTION_STARTING", "transcriptionStateChanged TRANSCRIPTION_STARTED",
        "transcriptionStateChanged TRANSCRIPTION_STOPPING", "transcriptionStateChanged TRANSCRIPTION_STOPPED",
      ]),
    Run(
      start: "startLivestream", stop: "stopLivestream",
      wish: ["outputs": [["url": "rtmp://127.0.0.1/live", "streamKey": "key"]]],
      told: [
        "livestreamStateChanged LIVESTREAM_STARTING", "livestreamStateChanged LIVESTREAM_STARTED", "livestreamStarted",
        "livestreamStateChanged LIVESTREAM_STOPPING", "livestreamStateChanged LIVESTREAM_STOPPED", "livestreamStopped",
      ]),
    Run(
      start: "startHls", stop: "stopHls", wish: [:],
      told: [
        "hlsStateChanged HLS_STARTING", "hlsStateChanged HLS_STARTED", "hlsStarted", "hlsPlayableStateChanged",
        "hlsStateChanged HLS_PLAYABLE", "hlsPlayableStateChanged", "hlsStateChanged HLS_STOPPING",
        "hlsStateChanged HLS_STOPPED", "hlsStopped",
      ]),
  ]

  private static func told(_ frames: [JSON]) -> [String] {
    frames.compactMap { frame in
      let status = frame["data"]?["status"]?.stringValue.map { " " + $0 } ?? ""
      return frame["method"]?.stringValue.map { $0 + status }
    }
  }

  @Test("everybody hears of each state, whoever began it")
  func states() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      for run in Self.runs {
        for peer in [ann, bob] { _ = await peer.heard() }
        #expect(try await ann.data(run.start, run.wish) == [:], "\(run.start)")
        try await bench.advance(seconds: 10)
        #expect(try await ann.data(run.stop, nil) == [:], "\(run.stop)")
        try await bench.advance(seconds: 30)
        for peer in [ann, bob] { #expect(Self.told(await peer.heard()) == run.told) }
      }
    }
  }

  @Test("what REST begins is told on sockets, and what sockets begin REST finds")
  func oneModel() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      let begun = try await bench.send("POST", "/v2/recordings/start", ["roomId": .string(room)])
      #expect(begun.status == 200)
      #expect(await ann.news("recordingStateChanged") == ["status": "RECORDING_STARTING"])
      #expect(await ann.refusal("startRecording").hasPrefix("4"))
      #expect(await ann.heard().isEmpty)
      try await bench.advance(seconds: 10)
      _ = try await ann.data("stopRecording", nil)
      try await bench.advance(seconds: 30)
      let list = try await bench.send("GET", "/v2/recordings?roomId=\(room)").json["data"]?.arrayValue
      #expect(list?.count == 1)
      #expect(await ann.refusal("stopRecording").hasPrefix("4"))
      _ = try await ann.data("startHls")
      let hls = try await bench.send("GET", "/v2/hls?roomId=\(room)").json["data"]?.arrayValue?.first
      let state = await ann.frame { $0["data"]?["status"] == "HLS_STARTING" }?["data"]
      #expect(state?["playbackHlsUrl"] == hls?["playbackHlsUrl"])
    }
  }

  @Test("what is asked for wrongly is refused as REST refuses it, and nothing is told")
  func refusals() async throws {
    try await SignallingBench.running { bench in
      let ann = try await bench.join("ann", try await bench.room())
      for (method, data) in [
        ("startLivestream", [:]), ("startRecording", ["config": 5]), ("startRecording", ["volume": 11]),
        ("stopTranscription", [:]), ("stopHls", [:]), ("startTranscription", ["config": 5]),
      ] as [(String, JSON)] {
        let refusal = await ann.refusal(method, data)
        #expect(Int(refusal.split(separator: " ")[0]).map { $0 >= 400 } == true, "\(method): \(refusal)")
      }
      #expect(await ann.heard().isEmpty)
    }
  }

  @Test("captions are told while a transcription runs")
  func captions() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      try await bench.device("dev", room, ["name": "Dev"])
      let words: JSON = ["participant_id": "dev", "text": "hello"]
      try await bench.control("POST", "rooms/\(room)/captions", words)
      _ = try await ann.data("startTranscription", ["config": [:]])
      try await bench.advance(seconds: 10)
      _ = await ann.heard()
      try await bench.control("POST", "rooms/\(room)/captions", words)
      let text = await ann.news("transcriptionText")
      #expect(text?["participantId"] == "dev" && text?["participantName"] == "Dev" && text?["text"] == "hello")
      #expect(text?["timestamp"]?.integerValue == 1_767_225_610_000)
    }
  }

  @Test("what breaks off is told as an error, and as stopped")
  func failure() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      _ = try await ann.data("startRecording")
      try await bench.advance(seconds: 10)
      _ = await ann.heard()
      #expect(try await bench.control("POST", "rooms/\(room)/egress-failed", [:]).status == 204)
      let frames = await ann.heard()
      #expect(frames.contains { $0["method"] == "error" && $0["data"]?["code"]?.integerValue == 5001 })
      #expect(Self.told(frames).contains("recordingStateChanged RECORDING_STOPPED"))
    }
  }

  @Test("a whiteboard is there once")
  func whiteboard() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      let url = try await ann.data("startWhiteboard")["url"] ?? .null
      #expect(await bob.news("whiteboardStarted") == ["url": url])
      #expect(await bob.refusal("startWhiteboard").hasPrefix("400"))
      _ = try await bob.data("stopWhiteboard")
      #expect(await ann.news("whiteboardStopped") == [:])
      #expect(await bob.refusal("stopWhiteboard").hasPrefix("400"))
    }
  }
}
