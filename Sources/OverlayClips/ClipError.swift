import CFFmpeg
import OverlayCapture

/// FFmpeg's errors as a source's.
///
/// None of them holds the address: it may hold a password.
enum ClipError {
    /// The clip could not be opened.
    static func opening(_ code: Int32, _ place: ClipPlace, timeout: Double) -> SourceError {
        switch code {
        case cffmpeg_interrupted, cffmpeg_timed_out:
            SourceError(
                name: "timeout",
                message: "the server gave no picture within \(timeout) s; is it the right address, and does it stream?")
        case cffmpeg_unauthorized, cffmpeg_forbidden:
            SourceError(
                name: "notPermitted",
                message: "the server refuses (\(words(code))); name and password belong in the address, as in "
                    + "rtsp://NAME:PASSWORD@HOST/PATH")
        case cffmpeg_not_found:
            SourceError(name: "notFound", message: "the server has nothing at this path")
        case cffmpeg_refused:
            SourceError(name: "unreachable", message: "nobody serves at this host and port")
        case cffmpeg_invalid where !place.isStream:
            .notAPicture("this is neither a picture nor a clip by its content, or its beginning is damaged")
        case cffmpeg_invalid:
            .notAPicture("what the server sends is no clip that can be read")
        default:
            SourceError(
                name: place.isStream ? "unreachable" : "undecodable",
                message: "it cannot be opened: \(words(code))")
        }
    }

    /// The clip broke off.
    static func reading(_ code: Int32, _ place: ClipPlace, frames: Int, timeout: Double) -> SourceError {
        if code == cffmpeg_interrupted || code == cffmpeg_timed_out {
            return SourceError(name: "timeout", message: "the server gave no further picture for \(timeout) s")
        }
        let what = place.isStream ? "the stream" : "the clip"
        return .truncated("\(what) breaks off after \(frames) pictures: \(words(code))")
    }

    /// FFmpeg's words for an error.
    static func words(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let base = text.baseAddress else { return "" }
            cffmpeg_words(code, base, text.count)
            return String(cString: base)
        }
    }
}
