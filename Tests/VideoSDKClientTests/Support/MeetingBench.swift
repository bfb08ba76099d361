import ClientSupport
import Clocks
import Cryptography
import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@testable import VideoSDKAdapter

extension ScriptedService {
  /// A meeting at this service, which nothing else is shared with.
  func meeting(
    _ participant: String = "me", token: String? = ScriptedService.token, publishing: Set<PeerMedia> = [],
    mode: MeetingMode = .SEND_AND_RECV, metaData: [String: Any] = [:], time: any TimeSource = SystemTime(),
    options change: (inout VideoSDKOptions) -> Void = { _ in }
  ) -> Meeting {
    var options = VideoSDKOptions(restBaseURL: url)
    change(&options)
    var surroundings = ClientSurroundings()
    surroundings.time = time
    surroundings.random = SeededRandom(seed: 5)
    return VideoSDK.meeting(
      "abcd-efgh-ijkl", as: participant, named: "Me", token: token.map { Secret($0) }, publishing: publishing,
      mode: mode, metaData: metaData, options: options, surroundings: surroundings)
  }

  /// A meeting with somebody who hears everything, from joining to the end; nothing of it may be left then.
  func joined(
    _ meeting: Meeting, _ recorder: Recorder = Recorder(), _ body: (Meeting, Recorder) async throws -> Void
  ) async throws {
    meeting.addEventListener(recorder)
    meeting.localParticipant.addEventListener(recorder)
    meeting.join()
    let result: Result<Void, any Error>
    do {
      #expect(await recorder.heard("CONNECTED"), "\(recorder.lines)")
      result = .success(try await body(meeting, recorder))
    } catch { result = .failure(error) }
    await meeting.leaveAndWait()
    #expect(await eventually { meeting.isQuiet }, "a task is left")
    #expect(recorder.overlaps == 0, "two calls at once")
    try result.get()
  }
}

extension Meeting {
  /// Whether nothing of it runs or waits.
  var isQuiet: Bool { driver.work.count == 0 && driver.queue.isIdle && driver.others.isEmpty }
}
