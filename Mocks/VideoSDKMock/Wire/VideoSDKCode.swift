/// The vendor's numbers for what it refuses.
enum VideoSDKCode: Int, Sendable {
  /// Named after the API key, but what an expired token is answered with.
  case expiredToken = 4001
  case invalidToken = 4002
  case invalidMeetingID = 4003
  case invalidParticipantID = 4004
  case duplicateParticipant = 4005
  case invalidPermissions = 4008
  case mostParticipants = 4009
  case startRecording = 4011
  case startLivestream = 4013
  case startHLS = 4016
  case recordingProcessing = 4018
  case livestreamProcessing = 4019
  case hlsProcessing = 4020
  case unauthorizedMeetingID = 4022
  case unauthorizedParticipantID = 4023
  case unauthorizedRole = 4024
  case unauthorizedRequest = 4025
  case mostRecordings = 4028
  case mostHLS = 4029
  case startTranscription = 4031
  case stopTranscription = 4032
}
