import MockKit
import JSONCoding

extension StreamTenant {
  /// Does what a validated request asks; the members of the answer, without `duration`.
  mutating func perform(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    switch input.operation {
    case .getOrCreateCall: try getOrCreate(input)
    case .getCall: try getCall(input)
    case .updateCall: try updateCall(input)
    case .queryCalls: try queryCalls(input)
    case .joinCall: try join(input)
    case .goLive: try goLive(input)
    case .stopLive: try stopLive(input)
    case .endCall: try endCall(input)
    case .deleteCall: try deleteCall(input)
    case .updateCallMembers: try updateMembers(input)
    case .queryCallMembers: try queryMembers(input)
    case .requestPermission: try requestPermission(input)
    case .updateUserPermissions: try updatePermissions(input)
    case .muteUsers, .blockUser, .unblockUser, .kickUser, .pin, .unpin: try moderate(input)
    case .sendEvent: try sendEvent(input)
    case .sendReaction: try sendReaction(input)
    case .queryParticipants: try queryParticipants(input)
    case .participantSessions: try participantSessions(input)
    case .listCallTypes, .getCallType, .createCallType, .updateCallType, .deleteCallType: try callTypes(input)
    case .queryUsers: try queryUsers(input)
    case .updateUsers: try upsertUsers(input)
    case .updateUsersPartial: try patchUsers(input)
    case .createGuest: try createGuest(input)
    case .getApp: ["app": appDocument(input.view)]
    case .updateApp: try updateApp(input)
    case .getRateLimits: rateLimits(input)
    case .getTask: try task(input)
    case .getEdges: edges()
    case .startHLS, .stopHLS, .startRTMP, .stopRTMP, .stopAllRTMP: try broadcast(input)
    case .startRecording, .stopRecording, .listRecordings, .deleteRecording, .startFrameRecording,
      .stopFrameRecording, .startTranscription, .stopTranscription, .listTranscriptions, .deleteTranscription,
      .startClosedCaptions, .stopClosedCaptions, .sendClosedCaption:
      try record(input)
    }
  }
}
