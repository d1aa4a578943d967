/// One step of a simulation.
///
/// Each can be left out of a list without making the others meaningless: that is what shrinking
/// does. Picks are numbers that choose among whatever is there.
package enum SimulationAction: Equatable, Sendable {
  case wait(milliseconds: Int)
  case act(Int, Deed)
  /// So many bytes arrive on one of the connections that have any under way.
  case deliver(pick: UInt64, bytes: Int)
  case datagram(pick: UInt64)
  /// The cable between two machines comes out, or is put back.
  case flip(Int, Int)
  /// Machines whose bit is set can reach only each other, the others too.
  case split(UInt64)
  case heal
  case pause(Int, milliseconds: Int)
  case prune(Int)
  case sync(Int)
  case backUp(Int)
  /// The program is killed; with the power gone, also what was not synced.
  case kill(Int, lost: UInt64?)
  /// An old copy of the folder is put back, or an image of the whole disk.
  case restore(Int, pick: UInt64, isImage: Bool)
  /// The program ends as a person ends it.
  case quit(Int)
  /// The whole machine goes back to its last clean end, and starts.
  case goBack(Int)
  /// The program keeps its whole state.
  case keepState(Int)
  case start(Int)
  /// A board that lives by joins and single operations alone takes part.
  case join(shadow: Int, machine: Int)
  case joinShadows(Int)
  case pruneShadow(Int)
  case applyToShadow(Int, pick: UInt64)
}
