/// The address of a network stream.
///
/// It may hold a name and a password, which no log, status or message may show: those show `shown`.
package struct StreamAddress: Hashable, Sendable {
    /// All of it.
    package let text: String

    /// The kinds of streams.
    static let schemes = ["rtsp", "rtsps", "http", "https"]
    /// The longest address.
    static let longest = 4_096

    /// An address of one of the schemes, with a host; nil for anything else.
    package init?(_ text: String) {
        guard let scheme = StreamAddress.scheme(of: text), StreamAddress.schemes.contains(scheme) else { return nil }
        let rest = text.dropFirst(scheme.count + 1)
        // A control character could end a line of the protocol that the address is written into.
        guard text.utf8.count <= StreamAddress.longest, rest.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !StreamAddress.host(in: rest.dropFirst(2)).isEmpty
        else { return nil }
        self.text = text
    }

    /// The address without name, password, query and fragment.
    package var shown: String { StreamAddress.shown(text) }

    /// A source as somebody wrote it, without what an address must not show.
    static func shown(source text: String) -> String {
        scheme(of: text).map(schemes.contains) == true ? shown(text) : text
    }

    /// Any text that may be an address, as an address is shown.
    static func shown(_ text: String) -> String {
        guard let slashes = text.firstRange(of: "//") else { return text }
        let start = text[..<slashes.upperBound]
        let rest = text[slashes.upperBound...].prefix { $0 != "?" && $0 != "#" }
        let host = host(in: rest)
        let path = rest[host.endIndex...]
        // Before an @ in the path may stand a password with a slash that should have been written %2F.
        return path.contains("@") ? start + "…" : String(start + host + path)
    }

    private static func scheme(of text: String) -> String? {
        text.firstIndex(of: ":").map { text[..<$0].lowercased() }
    }

    private static func host(in rest: Substring) -> Substring {
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    }
}
