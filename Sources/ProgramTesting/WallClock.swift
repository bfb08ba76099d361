import Clocks

/// Seconds since 1970, as the program's own clock counts them.
package func wallSeconds() -> Int64 { SystemTime().wallNanoseconds / 1_000_000_000 }
