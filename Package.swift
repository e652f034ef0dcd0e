// swift-tools-version: 6.0
import PackageDescription

/// OpenCV's headers stand in a folder of their own; its three modules are named one by one, because the
/// whole of OpenCV would load two hundred further libraries into the worker.
let openCVHeaders: [CXXSetting] = [.unsafeFlags(["-isystem", "/usr/include/opencv4"])]
/// Loops over pixels are useless as they stand in a debug build.
let optimised: [CXXSetting] = [.unsafeFlags(["-O2"])]
let openCVLibraries: [LinkerSetting] = ["core", "imgproc", "dnn"].map { .linkedLibrary("opencv_\($0)") }

/// A module of the library layers: its name, and exactly the modules that it may import.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies)
}

let leaves: [Target] = [
    .systemLibrary(name: "CZBar"),
    .systemLibrary(name: "CTurboJPEG"),
    .systemLibrary(name: "CPNG"),
    .systemLibrary(name: "CWebP"),
    .systemLibrary(name: "CTIFF"),
    .systemLibrary(name: "CDigest"),
    .systemLibrary(name: "CFFmpeg"),
    .systemLibrary(name: "CSystemd"),
    .systemLibrary(name: "CV4L2"),
    .target(name: "CLinux"),
    .target(name: "CV4LConvert", linkerSettings: [.linkedLibrary("v4lconvert")]),
    .target(name: "CVision", cxxSettings: openCVHeaders + optimised, linkerSettings: openCVLibraries),
    // Without its package description CZXing is built without the library, and says so.
    .systemLibrary(name: "CZXingLibrary", pkgConfig: "zxing", providers: [.apt(["libzxing-dev"])]),
    .target(name: "CZXing", dependencies: ["CZXingLibrary"]),
]

let values: [Target] = [
    module("OverlayGeometry"),
    module("OverlayMetadata", ["OverlayGeometry"]),
    module("OverlayFrame", ["OverlayGeometry"]),
    module("OverlayWire", ["OverlayMetadata", "OverlayGeometry"]),
    module("OverlayLink", ["OverlayMetadata", "OverlayGeometry"]),
    module("OverlayOptions", ["OverlayWire", "OverlayGeometry"]),
]

let effects: [Target] = [
    module("OverlaySystem", ["CLinux"]),
    module("OverlayDevices", ["OverlayWire", "OverlaySystem", "CDigest", "CV4L2"]),
    module(
        "OverlayCapture",
        [
            "OverlayFrame", "OverlayGeometry", "OverlaySystem", "CTurboJPEG", "CPNG", "CWebP", "CTIFF", "CV4L2",
            "CV4LConvert",
        ]),
    module("OverlayClips", ["OverlayCapture", "OverlayFrame", "OverlaySystem", "CFFmpeg"]),
    module(
        "OverlayDetection",
        ["OverlayFrame", "OverlayMetadata", "OverlayGeometry", "OverlaySystem", "CZBar", "CVision", "CZXing"]),
    module(
        "OverlayInput",
        [
            "OverlayCapture", "OverlayDetection", "OverlayLink", "OverlayMetadata", "OverlayFrame", "OverlayGeometry",
            "OverlaySystem",
        ]),
    module("OverlayServer", ["OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem"]),
    module("OverlayClient", ["OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem"]),
    module(
        "OverlayDaemon",
        [
            "OverlayServer", "OverlayLink", "OverlayDevices", "OverlayOptions", "OverlayWire", "OverlayFrame",
            "OverlayMetadata", "OverlayGeometry", "OverlaySystem", "CSystemd",
        ]),
]

let programs: [Target] = [
    .executableTarget(name: "overlayd", dependencies: ["OverlayDaemon", "OverlayOptions"]),
    .executableTarget(name: "overlayd-input", dependencies: ["OverlayInput", "OverlayOptions", "OverlaySystem"]),
    .executableTarget(
        name: "overlayd-clips",
        dependencies: [
            "OverlayInput", "OverlayClips", "OverlayCapture", "OverlayLink", "OverlayMetadata", "OverlayOptions",
            "OverlaySystem",
        ]),
    .executableTarget(
        name: "overlayctl",
        dependencies: [
            "OverlayClient", "OverlayLink", "OverlayDevices", "OverlayOptions", "OverlayWire", "OverlayMetadata",
            "OverlayGeometry", "OverlaySystem",
        ]),
]

/// The packages under Examples depend on this one by path; their programs are built and tested here besides.
let examples: [Target] = [
    .executableTarget(
        name: "WatchLayer", dependencies: ["OverlayClient"], path: "Examples/WatchLayer/Sources/WatchLayer")
]

/// The tests of one module; `resources` are its golden files.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, resources: resources)
}

let testTargets: [Target] = [
    .executableTarget(
        name: "camera-probe", dependencies: ["OverlayCapture", "OverlayFrame", "OverlaySystem"],
        path: "Tests/Cameras/CameraProbe"),
    .executableTarget(
        name: "camera-benchmark",
        dependencies: ["OverlayCapture", "OverlayFrame", "OverlaySystem", "CTurboJPEG", "CV4LConvert"],
        path: "Tests/Benchmarks/CameraBenchmark"),
    .executableTarget(
        name: "code-benchmark",
        dependencies: ["OverlayDetection", "OverlayFrame", "OverlayMetadata", "OverlayGeometry", "TestVideo"],
        path: "Tests/Benchmarks/CodeBenchmark"),
    .target(name: "TestSupport", path: "Tests/Support"),
    .target(name: "TestVideo", dependencies: ["TestSupport", "CVision", "OverlayGeometry"], path: "Tests/Video"),
    .target(
        name: "TestVectors", dependencies: ["OverlayGeometry", "TestSupport"], path: "Tests/Vectors",
        exclude: ["transform_vectors.json"]),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "ModelsTests"),
    tests("OverlayGeometry", ["TestVectors"]),
    tests(
        "OverlayCapture", ["OverlayFrame", "OverlaySystem", "CZBar", "CTurboJPEG"],
        resources: [.copy("Resources")]),
    tests("OverlayClips", ["OverlayCapture", "OverlayFrame", "OverlaySystem"]),
    tests(
        "OverlayDetection",
        ["OverlayFrame", "OverlayMetadata", "OverlayGeometry", "OverlaySystem", "TestVideo", "CPNG"],
        resources: [.copy("Resources")]),
    tests("OverlayMetadata", ["OverlayGeometry", "TestVectors"]),
    tests("OverlayOptions", ["OverlayGeometry"], resources: [.copy("Golden")]),
    tests("OverlayWire", ["OverlayMetadata", "OverlayGeometry"]),
    tests("OverlayLink", ["OverlayMetadata", "OverlayGeometry"]),
    tests("OverlaySystem"),
    tests("OverlayDevices", ["OverlaySystem"]),
    tests("OverlayInput", ["OverlayCapture", "OverlayFrame", "OverlayLink", "OverlayMetadata", "OverlaySystem"]),
    tests(
        "OverlayDaemon",
        ["OverlayDevices", "OverlayLink", "OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem"]),
    tests("OverlayServer", ["OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem"]),
    tests("OverlayClient", ["OverlayServer", "OverlaySystem", "OverlayWire", "OverlayMetadata", "OverlayGeometry"]),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "overlayd", "overlayd-input", "overlayd-clips", "overlayctl", "WatchLayer", "OverlayClient",
            "OverlayDaemon", "OverlayCapture", "OverlayFrame",
            "OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem", "CLinux",
        ],
        exclude: ["Golden", "Servers", "StandIns"]),
    tests("overlayctl", ["OverlayGeometry", "OverlayMetadata", "OverlaySystem", "OverlayWire", "TestVectors"]),
]

let package = Package(
    name: "overlayd",
    products: [
        .library(name: "OverlayClient", targets: ["OverlayClient"]),
        .executable(name: "overlayd", targets: ["overlayd"]),
        .executable(name: "overlayd-input", targets: ["overlayd-input"]),
        .executable(name: "overlayd-clips", targets: ["overlayd-clips"]),
        .executable(name: "overlayctl", targets: ["overlayctl"]),
    ],
    targets: leaves + values + effects + programs + examples + testTargets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
