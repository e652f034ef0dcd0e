import CFFmpeg
import OverlaySystem

/// Where a clip comes from.
package enum ClipPlace: Sendable {
    /// An open regular file.
    case file(Descriptor)
    /// A stream of the network: rtsp, rtsps, http or https.
    case stream(String)

    var isStream: Bool {
        if case .stream = self { true } else { false }
    }

    /// The stream speaks RTSP, which is live by its nature.
    var isRTSP: Bool {
        if case .stream(let url) = self { url.lowercased().hasPrefix("rtsp") } else { false }
    }

    /// What FFmpeg may open for it.
    ///
    /// A file that names other files or addresses gets none of them.
    var protocols: String {
        switch self {
        case .file: "none"
        case .stream where isRTSP: "rtsp,rtp,rtcp,srtp,udp,tcp,tls,http,https,httpproxy,crypto"
        case .stream: "http,https,tcp,tls,httpproxy,crypto,data"
        }
    }

    /// How FFmpeg is to open it; to be freed by `av_dict_free`.
    var settings: OpaquePointer? {
        var words = ["protocol_whitelist": protocols]
        if isStream {
            words["user_agent"] = "overlayd"
            words["tls_verify"] = "1"
            words["analyzeduration"] = "2000000"
        }
        if isRTSP {
            words["rtsp_flags"] = "prefer_tcp"
            words["allowed_media_types"] = "video"
        }
        var settings: OpaquePointer?
        for (name, value) in words { av_dict_set(&settings, name, value, 0) }
        return settings
    }
}
