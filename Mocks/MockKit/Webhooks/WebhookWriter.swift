import Compression
import HTTPTypes
import JSONCoding

/// Turns a delivery into the bytes and header fields of one attempt, and sends them.
struct WebhookWriter: Sendable {
  struct Outcome: Sendable {
    let status: Int?
    let error: String?
  }

  let vendor: any MockVendor
  let timeout: Duration

  func outcome(of delivery: WebhookDelivery, number: Int, by transport: any HTTPTransport) async -> Outcome {
    do {
      let answer = try await transport.send(request(delivery, number))
      return Outcome(status: answer.status, error: nil)
    } catch {
      return Outcome(status: nil, error: "\(error.reason)")
    }
  }

  private func request(_ delivery: WebhookDelivery, _ number: Int) -> HTTPClientRequest {
    let body = body(delivery)
    let isGzip = delivery.mutation == .gzip
    var fields = vendor.webhookFields(
      for: WebhookAttempt(
        tenant: delivery.tenant, id: delivery.id, number: number, body: body, isGzip: isGzip,
        corrupt: delivery.mutation == .badSignature))
    let sent = fields["Content-Encoding"] == "gzip" || isGzip ? Gzip.deflate(body) : body
    if isGzip { fields["Content-Encoding"] = "gzip" }
    return HTTPClientRequest(
      method: "POST", url: delivery.url, fields: fields, body: sent,
      timeouts: HTTPTimeouts(firstByte: timeout, idle: timeout, total: timeout), maximumResponseBytes: 1 << 20)
  }

  private func body(_ delivery: WebhookDelivery) -> [UInt8] {
    guard let mutation = delivery.mutation else { return delivery.payload.bytes() }
    let bytes = vendor.mutated(delivery.payload, by: mutation).bytes()
    return mutation == .truncate ? Array(bytes.prefix(bytes.count / 2)) : bytes
  }
}
