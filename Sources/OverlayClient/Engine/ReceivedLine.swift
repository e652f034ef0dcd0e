import OverlayWire

/// One line from the daemon: what it means, and how it was written.
package struct ReceivedLine: Sendable {
    /// What it means.
    package let message: ServerMessage
    private let line: [UInt8]

    /// The message of a line.
    init(_ line: [UInt8]) throws(ClientError) {
        self.line = line
        do throws(WireError) {
            message = try ServerMessage(line: line)
        } catch {
            let excerpt = String(decoding: line.prefix(80), as: UTF8.self)
            throw ClientError(
                .badMessage, "the daemon does not speak overlayd's protocol: \(error.message): \(excerpt)")
        }
    }

    /// The parameters of a notification as they stand in the line; empty when there are none.
    package var params: ArraySlice<UInt8> {
        guard let (value, places) = try? JSONReader.readPlaced(line),
            let place = value.object?.members.firstIndex(where: { $0.name == "params" })
        else { return [] }
        return line[places[place]]
    }
}
