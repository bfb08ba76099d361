import HTTPTypes

extension HeadRefusal {
  /// A small problem document; the connection closes behind it.
  var response: HTTPResponse {
    let text = """
      {"type":"about:blank","title":"\(title)","status":\(status),"code":"invalid_request","detail":"\(rawValue)"}
      """
    return HTTPResponse(
      status: status, fields: ["Content-Type": "application/problem+json", "Connection": "close"],
      body: .bytes(Array(text.utf8)))
  }
}
