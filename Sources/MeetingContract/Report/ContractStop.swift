/// Ends a behaviour early; what is to be told stands in the report already.
struct ContractStop: Error {}
