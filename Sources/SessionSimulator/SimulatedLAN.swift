/// A LAN in memory: peers, one thread, virtual time.
package struct SimulatedLAN {
  package init() {}
}
