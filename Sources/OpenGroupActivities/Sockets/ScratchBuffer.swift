/// Memory that reads go through, freed with its owner.
final class ScratchBuffer {
  let bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
  }

  deinit { bytes.deallocate() }
}
