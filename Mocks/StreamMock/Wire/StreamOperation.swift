/// The operations of the interface that the mock knows, by the vendor's names.
enum StreamOperation: String, Sendable, CaseIterable {
  case getOrCreateCall = "GetOrCreateCall"
  case getCall = "GetCall"
  case updateCall = "UpdateCall"
  case queryCalls = "QueryCalls"
  case joinCall = "JoinCall"
  case goLive = "GoLive"
  case stopLive = "StopLive"
  case endCall = "EndCall"
  case deleteCall = "DeleteCall"
  case updateCallMembers = "UpdateCallMembers"
  case queryCallMembers = "QueryCallMembers"
  case requestPermission = "RequestPermission"
  case updateUserPermissions = "UpdateUserPermissions"
  case muteUsers = "MuteUsers"
  case blockUser = "BlockUser"
  case unblockUser = "UnblockUser"
  case kickUser = "KickUser"
  case pin = "VideoPin"
  case unpin = "VideoUnpin"
  case sendEvent = "SendCallEvent"
  case sendReaction = "SendVideoReaction"
  case queryParticipants = "QueryCallParticipants"
  case participantSessions = "QueryCallParticipantSessions"
  case listCallTypes = "ListCallTypes"
  case getCallType = "GetCallType"
  case createCallType = "CreateCallType"
  case updateCallType = "UpdateCallType"
  case deleteCallType = "DeleteCallType"
  case queryUsers = "QueryUsers"
  case updateUsers = "UpdateUsers"
  case updateUsersPartial = "UpdateUsersPartial"
  case createGuest = "CreateGuest"
  case getApp = "GetApp"
  case updateApp = "UpdateApp"
  case getRateLimits = "GetRateLimits"
  case getTask = "GetTask"
  case getEdges = "GetEdges"
  case startRecording = "StartRecording"
  case stopRecording = "StopRecording"
  case listRecordings = "ListRecordings"
  case deleteRecording = "DeleteRecording"
  case startFrameRecording = "StartFrameRecording"
  case stopFrameRecording = "StopFrameRecording"
  case startTranscription = "StartTranscription"
  case stopTranscription = "StopTranscription"
  case listTranscriptions = "ListTranscriptions"
  case deleteTranscription = "DeleteTranscription"
  case startClosedCaptions = "StartClosedCaptions"
  case stopClosedCaptions = "StopClosedCaptions"
  case sendClosedCaption = "SendClosedCaption"
  case startHLS = "StartHLSBroadcasting"
  case stopHLS = "StopHLSBroadcasting"
  case startRTMP = "StartRTMPBroadcasts"
  case stopRTMP = "StopRTMPBroadcast"
  case stopAllRTMP = "StopAllRTMPBroadcasts"

  enum Callers: Sendable {
    /// Server and user tokens.
    case any
    case serverOnly
    /// Users and anonymous callers: a server token has nobody to act as.
    case peopleOnly
    /// Also without a token.
    case everybody
  }

  var callers: Callers {
    switch self {
    case .joinCall, .requestPermission, .sendReaction: .peopleOnly
    case .listCallTypes, .getCallType, .createCallType, .updateCallType, .deleteCallType, .getApp, .updateApp,
      .getRateLimits, .getTask, .sendClosedCaption:
      .serverOnly
    case .createGuest: .everybody
    default: .any
    }
  }

  /// Who is nobody may look at a call and go in, and no more.
  var takesAnonymous: Bool { [.getCall, .joinCall, .createGuest].contains(self) }

  /// The shape of the body; nil where a body is not read.
  var shape: StreamShape? {
    switch self {
    case .getOrCreateCall: StreamShapes.getOrCreateCall
    case .updateCall: StreamShapes.updateCall
    case .queryCalls: StreamShapes.queryCalls
    case .joinCall: StreamShapes.joinCall
    case .goLive: StreamShapes.goLive
    case .stopLive: StreamShapes.stopLive
    case .endCall: StreamShapes.none
    case .deleteCall: StreamShapes.deleteCall
    case .updateCallMembers: StreamShapes.updateMembers
    case .queryCallMembers: StreamShapes.queryMembers
    case .requestPermission: StreamShapes.requestPermission
    case .updateUserPermissions: StreamShapes.userPermissions
    case .muteUsers: StreamShapes.mute
    case .blockUser, .unblockUser: StreamShapes.userID
    case .kickUser: StreamShapes.kick
    case .pin, .unpin: StreamShapes.pin
    case .sendEvent: StreamShapes.event
    case .sendReaction: StreamShapes.reaction
    case .queryParticipants: StreamShapes.participants
    case .createCallType: StreamShapes.createCallType
    case .updateCallType: StreamShapes.updateCallType
    case .updateUsers: StreamShapes.upsertUsers
    case .updateUsersPartial: StreamShapes.patchUsers
    case .createGuest: StreamShapes.guest
    case .updateApp: StreamShapes.updateApp
    case .startRecording, .startFrameRecording: StreamShapes.storage
    case .stopRecording, .stopRTMP: StreamShapes.none
    case .startTranscription: StreamShapes.startTranscription
    case .stopTranscription: StreamShapes.stopTranscription
    case .startClosedCaptions: StreamShapes.startCaptions
    case .stopClosedCaptions: StreamShapes.stopCaptions
    case .sendClosedCaption: StreamShapes.sendCaption
    case .startRTMP: StreamShapes.startRTMP
    default: nil
    }
  }
}
