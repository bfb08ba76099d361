import JSONCoding
import MeetingCore
import ProgramTesting
import Testing

@testable import VideoSDKAdapter

@Suite("What runs for everybody in a meeting")
struct NoticeTests {
  @Test(
    "is told with the vendor's names, in both spellings where there are two",
    arguments: [
      ("recordingStarted", [:], ["recording started"]),
      ("recordingStopped", [:], ["recording stopped", "recording stoppped"]),
      ("recordingStateChanged", ["status": "RECORDING_STARTING"], ["recording STARTING"]),
      ("recordingStateChanged", ["status": "RECORDING_FAILED"], ["recording FAILED"]),
      ("livestreamStarted", [:], ["livestream started"]), ("livestreamStopped", [:], ["livestream stopped"]),
      ("livestreamStateChanged", ["status": "LIVESTREAM_STOPPING"], ["livestream STOPPING"]),
      ("hlsStateChanged", ["status": "HLS_STARTED"], ["hls STARTED nowhere"]),
      (
        "hlsStateChanged", ["status": "HLS_PLAYABLE", "playbackHlsUrl": "https://x.test/a.m3u8"],
        ["hls PLAYABLE https://x.test/a.m3u8"]
      ),
      ("hlsStopped", [:], ["hls STOPPED nowhere"]),
      ("transcriptionStateChanged", ["status": "TRANSCRIPTION_STOPPED"], ["transcription STOPPED"]),
      ("transcriptionText", ["participantId": "ana", "text": "hello", "timestamp": 17], ["ana says hello"]),
      ("transcriptionText", ["participantId": "ana"], []),
      ("whiteboardStarted", ["url": "https://x.test"], ["whiteboard https://x.test"]),
      ("whiteboardStopped", [:], ["whiteboard gone"]),
      ("pinStateChanged", ["peerId": "ana", "pinType": "CAM"], ["pin ana CAM"]),
      ("presenterChanged", ["peerId": "ana"], ["presenter ana"]), ("presenterChanged", [:], ["presenter nobody"]),
      (
        "mediaRelayRequestReceived", ["peerId": "ana", "meetingId": "m", "displayName": "Ana"],
        ["relay asked ana m Ana"]
      ),
      ("mediaRelayRequestResponse", ["peerId": "ana", "decision": "accepted"], ["relay ana accepted"]),
      ("mediaRelayStarted", ["meetingId": "m"], ["relay started m"]),
      ("mediaRelayStopped", ["meetingId": "m", "reason": "over"], ["relay stopped m over"]),
      ("mediaRelayError", ["meetingId": "m", "error": "no"], ["relay error m no", "realy error m no"]),
      ("error", ["code": 5001, "message": "it stopped"], ["error 5001"]), ("somethingNew", [:], []),
    ] as [(String, JSON, [String])])
  func notices(_ method: String, _ data: JSON, _ lines: [String]) async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        await line.tell(method, data)
        await line.tell("activeSpeaker", ["peerId": "last"])
        await line.serve()
      }
    ]) { service in
      try await service.joined(service.meeting()) { _, recorder in
        #expect(await recorder.heard("speaker last"))
        #expect(recorder.lines.dropFirst(3).dropLast() == lines[...])
      }
    }
  }

  @Test("is started and stopped by the service's own words")
  func starting() async throws {
    let asked = AsyncStream.makeStream(of: ProtooFrame.self)
    try await ScriptedService.running([
      { line in
        await line.letIn()
        while let frame = await line.next() {
          asked.continuation.yield(frame)
          if case .request(let id, let method, _) = frame {
            let isRefused = method == "startTranscription"
            await line.send(isRefused ? .refused(id: id, code: 400, reason: "no") : .accepted(id: id, data: [:]))
          }
        }
        asked.continuation.finish()
      }
    ]) { service in
      try await service.joined(service.meeting(mode: .SIGNALLING_ONLY)) { meeting, recorder in
        meeting.startRecording(webhookUrl: "https://x.test", config: ["mode": "audio"])
        meeting.stopRecording()
        meeting.startLivestream(outputs: [["url": "rtmp://x.test", "streamKey": "k"]])
        meeting.stopLivestream()
        meeting.startHLS()
        meeting.stopHLS()
        meeting.startTranscription(config: ["language": "en"])
        meeting.stopTranscription()
        meeting.startRecording(config: ["bad": Double.infinity])
        #expect(await recorder.heard("error 4031"))
        #expect(await recorder.heard("error 3073"))
        #expect(recorder.errors.contains { $0.kind == .invalidParameter("config.bad") })
      }
      var lines: [String] = []
      for await case .request(_, let method, let data) in asked.stream { lines.append(method + " " + data.text()) }
      #expect(
        lines == [
          #"startRecording {"webhookUrl":"https://x.test","config":{"mode":"audio"}}"#, "stopRecording null",
          #"startLivestream {"outputs":[{"streamKey":"k","url":"rtmp://x.test"}]}"#, "stopLivestream {}", "startHls {}",
          "stopHls {}", #"startTranscription {"config":{"language":"en"}}"#, "stopTranscription {}",
        ])
    }
  }
}
