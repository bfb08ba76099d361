import Glibc

/// The process's environment.
enum EnvironmentVariables {
  static var all: [String: String] {
    var result: [String: String] = [:]
    var cursor = environ
    while let entry = cursor.pointee {
      let halves = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2 { result[String(halves[0])] = String(halves[1]) }
      cursor += 1
    }
    return result
  }
}
