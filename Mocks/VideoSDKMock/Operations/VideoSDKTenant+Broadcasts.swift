import JSONCoding
import MockKit

extension VideoSDKTenant {
  mutating func performOnHLS(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .startHLS: return hlsDocument(try startInRoom(.hls, .hls, input), input.base)
    case .stopHLS:
      try stopInRoom(.hls, input)
      return "HLS ended successfully"
    case .listHLS:
      let page = try VideoSDKPage(listed(input) { $0.kind == .hls }, input, options)
      return page.document { hlsDocument($0, input.base) }
    case .activeHLS:
      let room = try room(input.path("id"), input)
      guard let one = active(in: room.roomID, where: { $0.kind == .hls }).last else {
        throw .missing("No active HLS found")
      }
      return ["code": 200, "data": hlsDocument(one, input.base)]
    case .deleteHLS:
      let one = try listed(id: input.path("id"), input, "HLS") { $0.kind == .hls }
      guard one.state.isOver else { throw VideoSDKRefusal(400, "HLS is still running") }
      egress[one.id]?.isDeleted = true
      return "HLS deleted successfully"
    case .captureHLS: return try capture(input)
    default: return hlsDocument(try listed(id: input.path("id"), input, "HLS") { $0.kind == .hls }, input.base)
    }
  }

  /// A picture of what HLS shows.
  private func capture(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["roomId", "time", "width", "height", "format"]) }
    let room = try liveRoom(input)
    let format = try input.body.oneOf("format", ["jpg", "png", "webp"]) ?? "jpg"
    let width = try input.body.int("width", within: 1...7680) ?? 1280
    let height = try input.body.int("height", within: 1...4320) ?? 720
    guard active(in: room.roomID, where: { $0.kind == .hls && $0.state == .started }).last != nil else {
      throw VideoSDKRefusal(400, "HLS is not started")
    }
    let name = "\(identifiers.object()).\(format)"
    return [
      "message": "Image captured successfully", "roomId": .string(room.roomID),
      "meta": [
        "createdAt": VideoSDKTime.rest(input.now), "width": .int(width), "height": .int(height),
        "format": .string(format),
      ],
      "filePath": .string("captures/\(name)"), "fileSize": .int(width * height / 8), "fileName": .string(name),
    ]
  }

  mutating func performOnLivestreams(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .startLivestream:
      _ = try startInRoom(.livestream, .livestream, input)
      return "Livestream started successfully"
    case .stopLivestream:
      try stopInRoom(.livestream, input)
      return "Livestream ended successfully"
    case .listLivestreams:
      let page = try VideoSDKPage(listed(input) { $0.kind == .livestream }, input, options)
      return page.document { livestreamDocument($0) }
    default:
      return livestreamDocument(try listed(id: input.path("id"), input, "Livestream") { $0.kind == .livestream })
    }
  }
}
