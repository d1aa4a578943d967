// swift-tools-version: 6.2
import PackageDescription

/// The house settings, the same for every Swift target.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// C targets compile without a warning.
let strictC: [CSetting] = [.define("_GNU_SOURCE")]

let package = Package(
  name: "corkboard",
  products: [
    .library(name: "OpenGroupActivities", targets: ["OpenGroupActivities"]),
    .executable(name: "corkboard", targets: ["CorkboardApp"]),
  ],
  targets: [
    // The session protocol. Pure: imports nothing; time, randomness and cryptography are passed in.
    .target(name: "SessionCore", swiftSettings: house),

    // A LAN in memory, in virtual time. Pure: imports SessionCore.
    .target(name: "SessionSimulator", dependencies: ["SessionCore"], swiftSettings: house),

    // The public API and the only sockets. Decides nothing that SessionCore could decide.
    .target(
      name: "OpenGroupActivities",
      dependencies: ["CSecure", "CSystem", "SessionCore"],
      swiftSettings: house
    ),

    // The board, a replicated value. Pure: imports nothing, knows no peers.
    .target(name: "BoardCore", swiftSettings: house),

    // Boards on simulated machines, networks and disks, by seed. Pure: no clock, no chance of its own.
    .target(
      name: "BoardSimulator",
      dependencies: ["BoardCore", "SessionSimulator"],
      swiftSettings: house
    ),

    // Runs simulations in a release build, for tests and for people who hunt a failure.
    .executableTarget(
      name: "CorkboardSimulate",
      dependencies: ["BoardSimulator"],
      swiftSettings: house
    ),

    // Measures synchronisation, in a process of its own for each work. Not installed.
    .executableTarget(
      name: "CorkboardBench",
      dependencies: ["BoardCore", "BoardStore"],
      swiftSettings: house
    ),

    // Keys to commands, state to screen. Pure: imports BoardCore; no terminal, no clock.
    .target(name: "BoardUI", dependencies: ["BoardCore"], swiftSettings: house),

    // Boards on disk. The only target that knows SQL.
    .target(
      name: "BoardStore",
      dependencies: ["BoardCore", "CSQLite", "CZlib"],
      swiftSettings: house
    ),

    // The program: the one place where board, session, terminal and disk meet.
    .executableTarget(
      name: "CorkboardApp",
      dependencies: [
        "BoardCore", "BoardStore", "BoardUI", "CSystem", "CTerminal", "OpenGroupActivities",
      ],
      swiftSettings: house
    ),

    // ncursesw behind a dozen or two functions.
    .target(
      name: "CTerminal",
      exclude: ["terminfo"],
      cSettings: strictC + [.define("NCURSES_WIDECHAR"), .define("_XOPEN_SOURCE", to: "700")],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
    ),

    // OpenSSL behind a dozen functions: bytes in, bytes out.
    .target(
      name: "CSecure",
      cSettings: strictC,
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]
    ),

    // The few Linux calls that Glibc's module withholds. Calls, no decisions.
    .target(name: "CSystem", cSettings: strictC),

    // SQLite and zlib, as the system ships them. Only BoardStore imports them.
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CZlib"),

    // Seeds, golden screens and other helpers that several test targets share.
    .target(
      name: "TestSupport",
      dependencies: ["BoardCore", "BoardUI"],
      path: "Tests/TestSupport",
      swiftSettings: house
    ),

    .testTarget(
      name: "SessionCoreTests",
      dependencies: ["SessionCore", "SessionSimulator"],
      exclude: ["Golden"],
      swiftSettings: house
    ),
    .testTarget(
      name: "SessionStoryTests",
      dependencies: ["SessionCore", "SessionSimulator"],
      swiftSettings: house
    ),
    // TLS that is not ours, for tests of how it is turned away.
    .target(
      name: "ForeignTLS",
      path: "Tests/ForeignTLS",
      cSettings: strictC,
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]
    ),
    .testTarget(
      name: "OpenGroupActivitiesTests",
      dependencies: ["CSecure", "CSystem", "ForeignTLS", "OpenGroupActivities", "SessionCore"],
      swiftSettings: house
    ),
    .testTarget(
      name: "BoardCoreTests",
      dependencies: ["BoardCore", "BoardSimulator", "TestSupport"],
      swiftSettings: house
    ),
    .testTarget(
      name: "BoardStoryTests",
      dependencies: ["BoardCore", "BoardSimulator", "SessionSimulator", "TestSupport"],
      exclude: ["Mutants", "Scenarios.md"],
      swiftSettings: house
    ),
    .testTarget(
      name: "BoardUITests",
      dependencies: ["BoardCore", "BoardUI", "TestSupport"],
      exclude: ["Screens", "Widths"],
      swiftSettings: house
    ),
    .testTarget(
      name: "BoardStoreTests",
      dependencies: [
        "BoardCore", "BoardStore", "BoardWriter", "CSQLite", "CZlib", "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: house
    ),
    // A program that the store's tests kill at any instant; no product.
    .executableTarget(
      name: "BoardWriter",
      dependencies: ["BoardCore", "BoardStore"],
      path: "Tests/BoardWriter",
      swiftSettings: house
    ),
    // A participant without a screen, for the lab and the benches of the network; no product.
    .executableTarget(
      name: "SessionTwin",
      dependencies: ["OpenGroupActivities"],
      path: "Tests/SessionTwin",
      swiftSettings: house
    ),
    .testTarget(
      name: "ProgramTests",
      dependencies: ["OpenGroupActivities", "SessionCore"],
      exclude: ["Golden", "bench", "screenshots"],
      swiftSettings: house
    ),
    .testTarget(name: "TidyTests", dependencies: ["BoardUI"], swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
