import CFFmpeg

/// The libraries that clips are read with.
package enum ClipLibraries {
    /// Names and versions as they were loaded.
    package static var versions: [(name: String, version: String)] {
        [
            ("libavformat", text(avformat_version())), ("libavcodec", text(avcodec_version())),
            ("libavutil", text(avutil_version())), ("libswscale", text(swscale_version())),
        ]
    }

    private static func text(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
