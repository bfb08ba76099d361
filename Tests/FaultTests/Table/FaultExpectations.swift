/// What callers get, by operation and fault: a file for each operation, in a folder for each vendor.
enum FaultExpectations {}
