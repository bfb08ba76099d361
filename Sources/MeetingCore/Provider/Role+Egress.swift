extension Role<any RecordingControl> { public static var recording: Self { .init(.recording) } }
extension Role<any EgressReading> { public static var recordingRead: Self { .init(.recordingRead) } }
extension Role<any HLSBroadcasting> { public static var hls: Self { .init(.hls) } }
extension Role<any RTMPBroadcasting> { public static var rtmp: Self { .init(.rtmp) } }
extension Role<any Transcribing> { public static var transcription: Self { .init(.transcription) } }
