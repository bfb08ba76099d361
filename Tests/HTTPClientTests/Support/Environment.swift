import Glibc

/// For a process of the test's own only: other threads may be reading.
func setEnvironment(_ name: String, _ value: String) { setenv(name, value, 1) }
