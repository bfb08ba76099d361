/// The text that a server would make of bytes: what is no UTF-8 is replaced.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Byte by byte: to `==`, texts of unlike bytes may be equal.
func same(_ left: String?, _ right: String?) -> Bool { left.map { Array($0.utf8) } == right.map { Array($0.utf8) } }
