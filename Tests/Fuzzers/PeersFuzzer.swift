// Built together with all of SessionCore and SessionSimulator, into one module.

/// Any bytes as a script for three peers: what they do, what the network does, and for how long.
///
/// Whatever came before, once the network is well the three who are still members see each other,
/// and the simulation itself ends at a number that seals twice with one key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPeers(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var script = Array(UnsafeBufferPointer(start: start, count: min(count, 600)))[...]
  var lan = SimulatedLAN(seed: UInt64(script.popFirst() ?? 0))
  let members = lan.gather(3)
  while let step = script.popFirst() { carryOut(step, script.popFirst() ?? 0, &lan, members) }
  lan.heal()
  lan.faults = NetworkFaults()
  for member in members where lan.hosts[member].peer == nil { lan.start(member) }
  lan.run(for: .seconds(30))
  // Who left, was removed or found another session is with nobody, and everyone agrees on that.
  for member in members {
    guard let session = lan.hosts[member].session, session.state == .joined else { continue }
    let others = members.filter { $0 != member && lan.hosts[$0].session?.id == session.id }
    let here = lan.hosts[member].people.filter { $0.presence == .here }.map(\.participant)
    let mutual = others.filter { here.contains(lan.participant($0)) }
    for other in mutual {
      let back = lan.hosts[other].people.filter { $0.presence == .here }.map(\.participant)
      precondition(back.contains(lan.participant(member)), "one sees the other, and not back")
    }
    precondition(lan.hosts[member].peer?.linkCount ?? 0 <= 2, "more links than peers")
  }
  return 0
}

private func carryOut(
  _ step: UInt8,
  _ detail: UInt8,
  _ lan: inout SimulatedLAN,
  _ members: [Int]
) {
  let one = members[Int(detail & 3) % 3]
  let other = members[Int(detail >> 2 & 3) % 3]
  switch step % 16 {
  case 0: lan.unplug(one)
  case 1: lan.plug(one)
  case 2 where one != other: lan.sever(one, other)
  case 3: lan.heal()
  case 4: lan.reset(one, other)
  case 5: lan.kill(one)
  case 6: if lan.hosts[one].peer == nil { lan.start(one) }
  case 7: lan.send([UInt8](repeating: detail, count: 1 + Int(detail)), from: one)
  case 8: lan.send([UInt8](repeating: detail, count: 1 + Int(detail) * 8), from: one, .unreliable)
  case 9: lan.leave(one)
  case 10 where one != other: _ = lan.invite(other, by: one)
  case 11 where one != other: _ = lan.knock(at: other, by: one)
  case 12 where one != other: lan.remove(other, by: one)
  case 13: lan.faults = detail & 1 == 0 ? NetworkFaults() : .rough
  default: lan.run(for: .milliseconds(1 << Int(detail % 14)))
  }
}

/// Scripts that hold a little of everything.
func seeds() -> [[UInt8]] {
  (0..<16).map { (first: Int) -> [UInt8] in
    (0..<120).map { (place: Int) -> UInt8 in
      UInt8(truncatingIfNeeded: place * (place % 2 == 0 ? 7 : 13) + first)
    }
  }
}
