import ByteRelay
import Clocks
import HTTPTypes
import JSONCoding

/// One vendor request on its way through a fault, or through none.
struct FaultyAnswer {
  let engine: MockEngine
  let request: HTTPRequest
  let operation: String?

  func response(under fault: MockFault?) async -> HTTPResponse {
    switch fault {
    case nil: return worked(nil)
    case .httpStatus, .rateLimit, .htmlError, .errorIn200: return refused(fault!)
    case .delay(let milliseconds):
      let answer = worked(fault)
      try? await engine.wire.sleep(for: .milliseconds(milliseconds))
      return answer
    case .hang:
      engine.record(request, operation, status: nil, fault: fault?.kind)
      return await silence()
    case .lostReply:
      _ = worked(fault, answered: false)
      return HTTPResponse(status: 500, body: .stream(HTTPConnectionCut()))
    case .reset, .truncate, .wrongLength: return broken(fault!)
    // Rules say that these never strike a request.
    case .close, .silence, .garbage, .refuse: return worked(nil)
    default: return spoiled(fault!)
    }
  }

  /// Works and answers; the relay breaks the answer. A head that never came whole told the client no status.
  private func broken(_ fault: MockFault) -> HTTPResponse {
    if let onWire = fault.wireFault { _ = engine.relay?.arm(onWire, serverSidePort: request.head.peerPort) }
    return worked(fault, answered: fault.wireFault != .resetInHead)
  }

  /// Does the vendor's work and writes the journal.
  private func worked(_ fault: MockFault?, answered: Bool = true) -> HTTPResponse {
    let answer = engine.vendorAnswer(to: request)
    engine.record(request, operation, status: answered ? answer.response.status : nil, fault: fault?.kind)
    engine.publish(answer.events)
    return answer.response
  }

  /// Answers without work.
  private func refused(_ fault: MockFault) -> HTTPResponse {
    let response = refusal(fault)
    engine.record(request, operation, status: response.status, fault: fault.kind)
    return response
  }

  private func refusal(_ fault: MockFault) -> HTTPResponse {
    switch fault {
    case .httpStatus(let status, let body, let fields):
      var response = engine.vendor.refusal(status: status, operation: operation)
      if let body { response = HTTPResponse(json: body, status: status) }
      for entry in fields.entries { response.fields[entry.name] = entry.value }
      return response
    case .rateLimit(let form, let seconds):
      var response = engine.vendor.refusal(status: 429, operation: operation)
      response.fields["Retry-After"] = form.value(now: engine.time.wallNanoseconds, seconds: seconds)
      return response
    case .htmlError(let status):
      let page = "<html><head><title>\(status)</title></head><body><h1>\(status)</h1></body></html>\n"
      return HTTPResponse(status: status, fields: ["Content-Type": "text/html"], body: .bytes(Array(page.utf8)))
    default:
      var response = engine.vendor.refusal(status: 500, operation: operation)
      response.status = 200
      return response
    }
  }

  /// Works, then damages the answer's body.
  private func spoiled(_ fault: MockFault) -> HTTPResponse {
    var response = worked(fault)
    guard case .bytes(let bytes) = response.body else { return response }
    switch fault {
    case .malformedJSON: response.body = .bytes(Array(bytes.prefix(max(1, bytes.count / 2))))
    case .emptyBody: response.body = .none
    case .drip(let rate): response.body = .stream(DripSource(bytes, bytesPerSecond: rate, time: engine.wire))
    case .nullField(let pointer): response.body = changed(bytes, pointer) { _ in .null }
    case .missingField(let pointer): response.body = changed(bytes, pointer) { _ in nil }
    case .unknownEnum(let pointer): response.body = changed(bytes, pointer) { _ in .string("value_of_tomorrow") }
    default: break
    }
    return response
  }

  private func changed(_ bytes: [UInt8], _ pointer: String, _ change: (JSON) -> JSON?) -> HTTPResponse.Body {
    guard let document = try? JSON.parse(bytes, mode: .strict),
      let changed = JSONPointer.changing(document, at: pointer, change)
    else { return .bytes(bytes) }
    return .bytes(changed.bytes())
  }

  /// Returns when the client has gone or the server stops.
  private func silence() async -> HTTPResponse {
    let (never, _) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    return HTTPResponse(status: 500)
  }
}
