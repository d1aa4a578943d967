import SessionCore

extension SimulatedLAN {
  /// A machine falls asleep: its program stands still, and with `isUnplugged` its network as well.
  ///
  /// Its clock goes on, as one that counts sleep does.
  package mutating func sleep(_ host: Int, isUnplugged: Bool = true) {
    guard hosts[host].peer != nil else { return }
    hosts[host].missed = []
    if isUnplugged { unplug(host) }
  }

  /// It wakes up: first all that the system kept for its program, then the network.
  package mutating func awaken(_ host: Int) {
    guard let missed = hosts[host].missed else { return }
    hosts[host].missed = nil
    for input in missed { self.input(input, to: host) }
    plug(host)
    scheduleWake(host)
  }
}
