import Glibc
import ProviderTesting
import SQLiteStore
import Store

/// Every store that must pass the contract.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, sqlite

  /// Runs a test against a fresh store, then closes it.
  func with(_ body: (any Store) async throws -> Void) async throws {
    switch self {
    case .memory: try await body(InMemoryStore())
    case .sqlite:
      try await withFolder { folder in
        let store = try SQLiteStore.open(path: folder + "/data.db", exclusive: true)
        do { try await body(store) } catch {
          await store.close()
          throw error
        }
        await store.close()
      }
    }
  }
}

/// Gives a test a folder of its own and removes it afterwards.
func withFolder(_ body: (String) async throws -> Void) async throws {
  var template = Array("/tmp/switchboard-store-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw StoreFailure("no folder") }
  let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { run("/bin/rm", "-rf", folder) }
  try await body(folder)
}

/// Runs a program to its end. Copying a database must not happen in this process: closing a descriptor of a file drops
/// this process's locks on it.
@discardableResult
func run(_ program: String, _ arguments: String...) -> Int32 {
  var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  var process = pid_t()
  guard posix_spawn(&process, program, nil, nil, &pointers, environ) == 0 else { return -1 }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status
}
