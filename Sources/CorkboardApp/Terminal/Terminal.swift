import BoardUI
import CTerminal
import Glibc

/// The terminal of this program: shows screens, gives typed bytes and signals.
///
/// For one thread, the one that opened it; one a process. However the program ends, the terminal is
/// restored: by `close`, by handlers for fatal signals, or by a second process after SIGKILL.
final class Terminal {
  /// What came from the terminal since the last look, besides typing.
  enum Signal: Equatable {
    /// `size` is another one now.
    case resized
    /// SIGINT or SIGTERM, by number.
    case terminate(Int32)
    /// Somebody wants the program stopped: `suspend` does it.
    case suspend
    /// The program was stopped from outside and runs again; the next `show` repaints.
    case resumed
    /// The terminal is gone.
    case hangUp
  }

  /// The result of `read`.
  enum ReadResult: Equatable {
    case bytes
    case wouldBlock
    /// The terminal is gone: nothing can be shown or typed any more.
    case hungUp
  }

  /// How much colour there is.
  let depth: ColorDepth
  /// The locale has no UTF-8: nothing but ASCII may be shown.
  let isASCII: Bool
  /// What screens must be as large as: at least 1×1, at most 1000×500.
  private(set) var size: (columns: Int, rows: Int)

  let palette: TerminalPalette
  /// What the terminal shows; nil when that is not known and all of it must be sent.
  var shown: Screen?
  /// Something is to be sent although no cell has changed.
  var mustPresent = true
  var stylesMade: [Style: CellInk] = [:]
  var lastInk: (style: Style, ink: CellInk)?
  var row: [cterminal_cell] = []

  /// Takes the terminal: standard input and output, or `/dev/tty` when one of them is not one.
  ///
  /// Call it before the program starts threads, as it starts the watchdog process.
  ///
  /// - Throws: `noTerminal`, `typeUnset`, `typeDumb`, `typeUnknown`; nothing has changed then.
  static func open(environment: [String: String]) throws(TerminalFailure) -> Terminal {
    guard let descriptors = descriptors() else { throw .noTerminal }
    do {
      return try Terminal(descriptors, environment)
    } catch {
      Glibc.close(descriptors.input)
      Glibc.close(descriptors.output)
      throw error
    }
  }

  private init(
    _ descriptors: (input: Int32, output: Int32),
    _ environment: [String: String]
  ) throws(TerminalFailure) {
    let choice = try TerminalChoice(environment: environment)
    TerminalEntries.install(environment: environment)
    isASCII = !cterminal_use_utf8()
    size = Terminal.kernelSize(descriptors.output)
    let (columns, rows) = (Int32(size.columns), Int32(size.rows))
    let opened = choice.types.first {
      cterminal_open(
        $0,
        descriptors.input,
        descriptors.output,
        columns,
        rows,
        choice.takesMarks
      )
    }
    guard opened != nil else { throw .typeUnknown(environment["TERM"] ?? "") }
    depth = choice.wantsNoColor ? .monochrome : Terminal.depth(colors: cterminal_colors())
    palette = TerminalPalette(depth: depth)
  }

  deinit {
    cterminal_close()
  }

  /// Becomes readable when something was typed or the terminal hung up.
  ///
  /// Never non-blocking: other programs share it.
  var inputDescriptor: Int32 { cterminal_input_descriptor() }

  /// Becomes readable when `takeSignals` has something to say.
  var signalDescriptor: Int32 { cterminal_signal_descriptor() }

  /// Whether the terminal takes output now: a stalled connection does not.
  var isWritable: Bool { cterminal_is_writable() }

  /// Replaces `bytes` by what was typed, at most 4096 bytes.
  ///
  /// Never blocks.
  func read(into bytes: inout [UInt8]) -> ReadResult {
    var result = 0
    bytes = Array(unsafeUninitializedCapacity: 4096) { buffer, count in
      result = cterminal_read(buffer.baseAddress, buffer.count)
      count = max(0, result)
    }
    if result > 0 { return .bytes }
    return result == Int(CTERMINAL_WOULD_BLOCK.rawValue) ? .wouldBlock : .hungUp
  }

  /// What has happened since the last call.
  ///
  /// A new size is adopted, and the terminal taken back
  /// after a stop, before this returns.
  func takeSignals() -> [Signal] {
    let bits = cterminal_take_signals()
    func has(_ signal: cterminal_signal) -> Bool { bits & signal.rawValue != 0 }
    var signals: [Signal] = []
    if has(CTERMINAL_HUNG_UP) { signals.append(.hangUp) }
    if has(CTERMINAL_TERMINATED) { signals.append(.terminate(SIGTERM)) }
    if has(CTERMINAL_INTERRUPTED) { signals.append(.terminate(SIGINT)) }
    if has(CTERMINAL_SUSPEND) { signals.append(.suspend) }
    if has(CTERMINAL_RESUMED) {
      cterminal_reenter()
      mustPresent = true
      signals.append(.resumed)
    }
    if has(CTERMINAL_RESIZED) || has(CTERMINAL_RESUMED) {
      adoptSize()
      signals.append(.resized)
    }
    return signals
  }

  /// Gives the terminal back to the shell, stops as Ctrl-Z does, and returns when continued.
  ///
  /// The terminal is ours again then, and `takeSignals` says `resized`.
  func suspend() {
    cterminal_suspend()
    mustPresent = true
  }

  /// The next `show` sends everything, whatever the terminal shows now.
  func repaint() {
    cterminal_repaint()
    mustPresent = true
  }

  /// Restores the terminal; what was printed to standard error meanwhile is printed now.
  func close() {
    cterminal_close()
  }

  private func adoptSize() {
    let descriptor = cterminal_input_descriptor()
    guard descriptor >= 0 else { return }
    size = Terminal.kernelSize(descriptor)
    _ = cterminal_resize(Int32(size.columns), Int32(size.rows))
    shown = nil
  }

  private static func kernelSize(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var (columns, rows) = (Int32(0), Int32(0))
    cterminal_kernel_size(descriptor, &columns, &rows)
    if columns <= 0 || rows <= 0 { return (80, 24) }
    return (min(1000, Int(columns)), min(500, Int(rows)))
  }

  private static func depth(colors: Int32) -> ColorDepth {
    switch colors {
    case 257...: .direct
    case 256: .colors256
    case 16...: .colors16
    case 8...: .colors8
    case _: .monochrome
    }
  }

  /// Two descriptors of our own on the terminal.
  private static func descriptors() -> (input: Int32, output: Int32)? {
    if isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 {
      return copies(of: STDIN_FILENO, STDOUT_FILENO)
    }
    let tty = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if tty >= 0 {
      defer { Glibc.close(tty) }
      return copies(of: tty, tty)
    }
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    return copies(of: STDIN_FILENO, STDIN_FILENO)
  }

  private static func copies(of input: Int32, _ output: Int32) -> (input: Int32, output: Int32)? {
    let first = fcntl(input, F_DUPFD_CLOEXEC, 3)
    let second = fcntl(output, F_DUPFD_CLOEXEC, 3)
    if first >= 0 && second >= 0 { return (first, second) }
    if first >= 0 { Glibc.close(first) }
    return nil
  }
}
