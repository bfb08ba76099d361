import JSONCoding

extension VideoSDKTenant {
  mutating func performOnTranscriptions(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .startTranscription:
      return transcriptionDocument(try startInRoom(.transcription, .transcription, input))
    case .stopTranscription:
      let stopped = try stopInRoom(.transcription, input)
      return stopped.last.flatMap { egress[$0.id] }.map(transcriptionDocument) ?? .null
    case .listTranscriptions:
      let page = try VideoSDKPage(listed(input) { $0.kind == .transcription }, input, options)
      return page.document { transcriptionDocument($0) }
    case .getTranscription:
      return transcriptionDocument(
        try listed(id: input.path("id"), input, "Transcription") { $0.kind == .transcription })
    case .listTranscripts:
      let found = transcripts.values.filter { isSeen($0.roomID, $0.sessionID, input) }
      return try VideoSDKPage(found.sorted { $0.order > $1.order }, input, options).document { document($0) }
    default:
      guard let transcript = transcripts[input.path("id")] else { throw .missing("Transcription not found") }
      try authorise(transcript.roomID, input)
      return document(transcript)
    }
  }
}
