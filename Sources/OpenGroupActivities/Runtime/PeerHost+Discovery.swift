import SessionCore

extension PeerHost {
  /// Begins discovery with the first turn of the loop, and does what is due of it.
  ///
  /// The peer hears of the interfaces and of who was heard: they tell where to dial.
  func tendDiscovery(_ now: UInt64) {
    if discovery == nil, !isStopping, let plan = discoveryPlan {
      var listener = DiscoveryHost.Listener()
      listener.nearby = { [unowned self] devices in
        pending.append(.heard(devices))
        let now = moment
        let others = devices.filter { $0.device != device }
        plan.nearby.set(others.map { People.Nearby($0, at: now) })
      }
      listener.interfaces = { [unowned self] in
        pending.append(.interfaces($0))
        plan.addresses.set(InterfaceAddresses.current())
      }
      listener.state = { plan.state.set($0) }
      discovery = DiscoveryHost(plan.settings, on: executor, began: began, listener)
    }
    discovery?.tend(now)
  }

  /// What the peer is told that concerns discovery, too.
  func tellDiscovery(_ input: PeerInput) {
    if case .rename(let name) = input { discovery?.rename(name, LoopExecutor.now) }
    if case .stop = input {
      isStopping = true
      discovery?.stop(LoopExecutor.now)
      discovery = nil
    }
  }
}
