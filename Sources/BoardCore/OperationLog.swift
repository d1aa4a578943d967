/// The bytes of every operation, in the order in which they were applied here: a causal order.
struct OperationLog: Sendable {
  private var entries: [[UInt8]] = []
  /// Where the operations of each replica are: its first at index 0.
  private var places: [ReplicaID: [Int]] = [:]

  mutating func append(_ bytes: [UInt8], of replica: ReplicaID) {
    places[replica, default: []].append(entries.count)
    entries.append(bytes)
  }

  /// What is missing above `vector`, in causal order.
  func above(_ vector: VersionVector) -> [[UInt8]] {
    var missing: [Int] = []
    for (replica, places) in places where UInt64(places.count) > vector[replica] {
      missing.append(contentsOf: places[Int(vector[replica])...])
    }
    return missing.sorted().map { entries[$0] }
  }
}
