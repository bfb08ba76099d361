import ByteRelay
import HTTPTypes

extension MockEngine {
  /// What a client that has just connected gets.
  func greet() -> ByteRelay.Greeting {
    guard let fault = faults.takeOnAccept() else { return .pass }
    record(HTTPRequest(head: HTTPRequestHead(method: "", path: "")), nil, status: nil, fault: fault.kind)
    return .reset
  }
}
