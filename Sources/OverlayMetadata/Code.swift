import OverlayGeometry

/// A barcode's content and where its four corners are.
public struct Code: Hashable, Sendable {
    /// The text; nil when the payload is not text.
    public var value: String?
    /// The raw bytes.
    public var payload: [UInt8]
    /// The symbol's own top-left, bottom-left, bottom-right, top-right.
    public var corners: Quad
    /// In how many frames this code was read since it came into view.
    public var reads: Int
    /// A GS1 symbol: FNC1 stood first.
    public var gs1: Bool
    /// The 12 digits of a UPC-A, which is reported as EAN-13.
    public var upc: String?
    /// The digits of an EAN-2 or EAN-5 add-on.
    public var addOn: String?
    /// The symbol's place in a structured-append set.
    public var part: Part?
    /// Light bars on dark ground.
    public var inverted: Bool

    /// One symbol of a structured-append set.
    public struct Part: Hashable, Sendable {
        /// Place in the set, from 0.
        public var index: Int
        /// How many symbols the set has.
        public var count: Int
        /// The set's parity byte.
        public var parity: Int

        /// A part of its members.
        public init(index: Int, count: Int, parity: Int) {
            self.index = index
            self.count = count
            self.parity = parity
        }
    }

    /// A code of its members.
    public init(
        value: String?, payload: [UInt8], corners: Quad, reads: Int = 1, gs1: Bool = false, upc: String? = nil,
        addOn: String? = nil, part: Part? = nil, inverted: Bool = false
    ) {
        self.value = value
        self.payload = payload
        self.corners = corners
        self.reads = reads
        self.gs1 = gs1
        self.upc = upc
        self.addOn = addOn
        self.part = part
        self.inverted = inverted
    }
}
