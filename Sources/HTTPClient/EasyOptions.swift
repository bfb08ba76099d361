import CCurl

/// `curl_easy_setopt`, with the first refusal kept: a handle is used only when every option was taken.
struct EasyOptions {
  let handle: UnsafeMutableRawPointer
  private(set) var outcome = CURLE_OK

  init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

  /// The library copies the text.
  mutating func set(_ option: CURLoption, _ text: String) { note(sb_set_string(handle, option, text)) }

  mutating func clear(_ option: CURLoption) { note(sb_set_string(handle, option, nil)) }

  mutating func set(_ option: CURLoption, _ number: Int) { note(sb_set_long(handle, option, number)) }

  mutating func set(_ option: CURLoption, size: Int) { note(sb_set_off(handle, option, curl_off_t(size))) }

  mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    note(sb_set_pointer(handle, option, pointer))
  }

  mutating func set(_ option: CURLoption, sink: sb_sink) { note(sb_set_sink(handle, option, sink)) }

  mutating func set(beforeSending callback: curl_prereq_callback) {
    note(sb_set_prereq(handle, CURLOPT_PREREQFUNCTION, callback))
  }

  mutating func set(openingSocket callback: curl_opensocket_callback) {
    note(sb_set_opensocket(handle, callback))
  }

  mutating func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
    note(sb_set_list(handle, option, list))
  }

  private mutating func note(_ code: CURLcode) {
    if outcome == CURLE_OK { outcome = code }
  }
}
