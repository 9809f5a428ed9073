// swift-tools-version: 6.2
import PackageDescription

// `traits: []` leaves out the server and its packages. An app elsewhere names its clone's path.
let package = Package(
  name: "Recipes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "spotlog", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Recipes",
      dependencies: [
        .product(name: "DeviceIndex", package: "spotlog"),
        .product(name: "SyncHTTP", package: "spotlog"),
        .product(name: "Inspection", package: "spotlog"),
        .product(name: "CloudAggregator", package: "spotlog"),
      ])
  ]
)
