// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "WatchLayer",
    dependencies: [.package(name: "overlayd", path: "../..")],
    targets: [
        .executableTarget(
            name: "WatchLayer", dependencies: [.product(name: "OverlayClient", package: "overlayd")])
    ],
    swiftLanguageModes: [.v6]
)
