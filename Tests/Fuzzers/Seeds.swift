// Built into every fuzzer: what the encoders make, for the fuzzer to begin with.

import Glibc

/// With `FUZZ_SEEDS=FOLDER` the fuzzer writes its seeds there, a file each, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = getenv("FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
  var written: Set<[UInt8]> = []
  for seed in seeds() where written.insert(seed).inserted {
    let file = fopen("\(folder)/seed-\(written.count)", "w")
    precondition(file != nil && fwrite(seed, 1, seed.count, file) == seed.count, "no room")
    fclose(file)
  }
  print("\(written.count) seeds")
  exit(written.isEmpty ? 1 : 0)
}
