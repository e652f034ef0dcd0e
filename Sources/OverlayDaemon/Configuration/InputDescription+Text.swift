import OverlayDevices

extension InputDescription {
    /// An input as the command line writes it: `NAME=SOURCE[,option…]`.
    package init(commandLine text: String) throws(ConfigurationError) {
        guard let equals = text.firstIndex(of: "=") else {
            throw ConfigurationError(
                "--input", got: "'\(StreamAddress.shown(text))'", wanted: "NAME=SOURCE[,option…], such as door=test:")
        }
        let name = String(text[..<equals])
        try InputDescription.check(name: name, at: "--input")
        try self.init(
            name: name, source: String(text[text.index(after: equals)...]), at: "--input \(name)")
    }

    /// An input of a name and `SOURCE[,option…]`.
    ///
    /// Options are the trailing parts with a known key; any other comma belongs to the source.
    package init(name: String, source text: String, at place: String) throws(ConfigurationError) {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var options: [(InputOption, String)] = []
        while parts.count > 1, let (option, value) = InputDescription.option(parts[parts.count - 1]) {
            options.append((option, value))
            parts.removeLast()
        }
        try self.init(name: name, plainSource: parts.joined(separator: ","), at: place)
        for (option, value) in options.reversed() where !option.set(value, in: &self) {
            throw ConfigurationError("\(place),\(option.rawValue)", got: "'\(value)'", wanted: option.wanted)
        }
    }

    /// An input of a name and a source without options.
    init(name: String, plainSource text: String, at place: String) throws(ConfigurationError) {
        self.init(name: name, source: try InputDescription.source(text, at: place))
    }

    /// What may stand as a source.
    static let wantedSource =
        "a camera (/dev/videoN, usb:VENDOR:PRODUCT[:SERIAL], bus:PATH or name:TEXT), the path of a picture, a clip or "
        + "a folder of pictures, an address (rtsp:, rtsps:, http:, https:), y4m:PATH, y4m:- or test:"

    /// Names are words that need no quoting anywhere.
    static func check(name: String, at place: String) throws(ConfigurationError) {
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isWord, (1...64).contains(name.utf8.count) else {
            throw ConfigurationError(
                place, got: "the name '\(StreamAddress.shown(name).prefix(80))'",
                wanted: "a name of 1 to 64 letters, digits, '-', '_' and '.'")
        }
    }

    private static func option(_ part: String) -> (InputOption, String)? {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = InputOption(rawValue: halves[0]) else { return nil }
        if halves.count == 2 { return (option, halves[1]) }
        return option == .loop ? (option, "") : nil
    }

    private static func source(_ text: String, at place: String) throws(ConfigurationError) -> Source {
        if text == "test:" { return .test }
        guard !text.isEmpty else {
            throw ConfigurationError("\(place): the source", got: "empty", wanted: wantedSource)
        }
        if text.hasPrefix("test:") {
            let options = InputOption.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(
                "\(place): the source", got: "'\(text)'", wanted: "test: alone, and behind it only ,\(options)")
        }
        if let camera = try camera(text, at: place) { return .camera(camera) }
        if let stream = try stream(text, at: place) { return stream }
        if let scheme = scheme(of: text) {
            throw ConfigurationError(
                "\(place): the source", got: "'\(StreamAddress.shown(text))'",
                wanted: "\(wantedSource); \(scheme): is not known (a file of that name is written ./NAME)")
        }
        return .path(text)
    }

    /// A camera; nil for anything else.
    private static func camera(_ text: String, at place: String) throws(ConfigurationError) -> CameraSelector? {
        if let camera = CameraSelector(text) { return camera }
        let digits = text.hasPrefix("video") ? text.dropFirst(5) : text[...]
        let isNumber = !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
        guard isNumber || ["usb:", "bus:", "name:"].contains(where: text.hasPrefix) else { return nil }
        let wanted =
            isNumber
            ? "a camera's name, as numbers change: usb:VENDOR:PRODUCT[:SERIAL], bus:PATH, name:TEXT or a path such as "
                + "/dev/video\(digits); 'overlayctl inputs --devices' lists them (a file of that name is written ./\(text))"
            : "\(CameraSelector.forms.joined(separator: ", ")), with VENDOR and PRODUCT of four hexadecimal digits; "
                + "'overlayctl inputs --devices' lists them"
        throw ConfigurationError("\(place): the source", got: "'\(text)'", wanted: wanted)
    }

    /// A source that is named by its scheme; nil for anything else.
    static func stream(_ text: String, at place: String) throws(ConfigurationError) -> Source? {
        guard let scheme = scheme(of: text)?.lowercased() else { return nil }
        if scheme == "y4m" {
            let path = String(text.dropFirst(4))
            guard !path.isEmpty else {
                throw ConfigurationError(
                    "\(place): the source", got: "'\(text)'",
                    wanted: "y4m: and the path of a file or named pipe, or y4m:- for standard input")
            }
            return .y4m(path)
        }
        guard StreamAddress.schemes.contains(scheme) else { return nil }
        guard let address = StreamAddress(text) else {
            throw ConfigurationError(
                "\(place): the source", got: "'\(StreamAddress.shown(text))'",
                wanted: "an address as \(scheme)://HOST/PATH, without spaces and with at most 4096 bytes")
        }
        return .stream(address)
    }

    /// The word before a colon when it looks like a kind of source: a letter, then letters, digits and '+'.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        let word = text[..<colon]
        guard word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }), word.first?.isLetter == true
        else { return nil }
        return String(word)
    }
}
