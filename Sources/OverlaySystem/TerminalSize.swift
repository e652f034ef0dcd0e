import CLinux

/// How many characters a terminal shows.
package struct TerminalSize: Hashable, Sendable {
    /// Characters in a line.
    package var columns: Int
    /// Lines.
    package var rows: Int

    /// A size of its members.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size of the terminal behind a descriptor; nil when there is none or it does not know.
    package init?(of descriptor: Int32) {
        var (columns, rows): (UInt16, UInt16) = (0, 0)
        guard clinux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        self.init(columns: Int(columns), rows: Int(rows))
    }
}
