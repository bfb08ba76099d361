import Glibc

/// What a process uses, as the kernel tells it.
struct ProcessUsage: CustomStringConvertible {
  let descriptors: Int
  let threads: Int
  let residentKilobytes: Int

  init(of process: Int32) {
    descriptors = Self.entries(of: "/proc/\(process)/fd")
    let status = Self.text("/proc/\(process)/status")
    threads = Self.number("Threads", status)
    residentKilobytes = Self.number("VmRSS", status)
  }

  var description: String { "\(descriptors) descriptors, \(threads) threads, \(residentKilobytes) kB" }

  private static func entries(of path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) { if entry.pointee.d_name.0 != 46 { count += 1 } }
    return count
  }

  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    return String(decoding: buffer[..<fread(&buffer, 1, buffer.count, file)], as: UTF8.self)
  }

  private static func number(_ name: String, _ status: String) -> Int {
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
