import BoardCore

/// Boards on disk.
package struct BoardStore {
  package init() {}
}
