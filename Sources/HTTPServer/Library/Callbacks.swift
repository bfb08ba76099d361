import CMicrohttpd

/// The functions the library calls, on its own threads.
enum Callbacks {
  static var table: sb_mhd_callbacks {
    sb_mhd_callbacks(target: target, access: access, completed: completed, notify: notify)
  }

  private static let target:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { _, target, handle in
      if let target, let connection = connection(handle) { connection.begin(target: target) }
      return nil
    }

  private static let access: MHD_AccessHandlerCallback = { _, handle, _, method, version, data, size, _ in
    guard let handle, let method, let version, let size, let connection = connection(handle) else { return sb_mhd_no() }
    let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
    size.pointee = 0
    let call = AccessCall(connection: handle, method: method, version: version, bytes: bytes)
    return connection.access(call) ? sb_mhd_yes() : sb_mhd_no()
  }

  private static let completed: MHD_RequestCompletedCallback = { _, handle, _, _ in
    connection(handle)?.complete()
  }

  private static let notify: MHD_NotifyConnectionCallback = { context, handle, slot, code in
    guard let context, let handle, let slot else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    if sb_mhd_is_started(code) != 0 {
      slot.pointee = Unmanaged.passRetained(core.open(handle)).toOpaque()
    } else if let raw = slot.pointee {
      slot.pointee = nil
      core.close(Unmanaged<Connection>.fromOpaque(raw).takeRetainedValue())
    }
  }

  private static func connection(_ handle: OpaquePointer?) -> Connection? {
    guard let handle, let raw = sb_mhd_socket_context(handle) else { return nil }
    return Unmanaged<Connection>.fromOpaque(raw).takeUnretainedValue()
  }
}
