extension JSONWriter {
    /// Opens a notification and its parameters.
    package mutating func openNotification(_ method: StaticString) {
        openObject()
        name("jsonrpc")
        string("2.0")
        name("method")
        append(Ascii.quote)
        method.withUTF8Buffer { append($0) }
        append(Ascii.quote)
        name("params")
        openObject()
    }

    /// Closes a notification and ends its line.
    package mutating func closeNotification() {
        closeObject()
        closeObject()
        endLine()
    }

    /// Opens the reply to a request and its result, an object.
    package mutating func openReply(_ id: RequestID) {
        openReplyHead(id)
        name("result")
        openObject()
    }

    /// Closes a reply and ends its line.
    package mutating func closeReply() { closeNotification() }

    /// The whole reply to a request that failed, its line ended.
    package mutating func failure(_ id: RequestID, _ error: WireError) {
        openReplyHead(id)
        name("error")
        self.error(error)
        closeObject()
        endLine()
    }

    private mutating func openReplyHead(_ id: RequestID) {
        openObject()
        name("jsonrpc")
        string("2.0")
        name("id")
        raw(id.text)
    }

    /// A string, or null.
    package mutating func stringOrNull(_ text: String?) {
        if let text { string(text) } else { null() }
    }
}
