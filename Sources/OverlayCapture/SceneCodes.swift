/// The two codes of the test scene, as modules: true is dark.
enum SceneCodes {
    /// What the QR code says.
    static let qrText = "https://overlayd.example/test"
    /// What the EAN-13 says, check digit included.
    static let eanText = "4006381333931"

    /// Modules along a side of the QR code, without its quiet zone.
    static let qrSide = 29
    /// Modules of the EAN-13, without its quiet zone.
    static let eanLength = 95

    /// A module of the QR code.
    ///
    /// The rows are those of `qrencode -l M` for `qrText`, the left module the highest bit.
    static func isDarkInQR(column: Int, row: Int) -> Bool {
        qrRows[row] >> UInt32(qrSide - 1 - column) & 1 == 1
    }

    private static let qrRows: [UInt32] = [
        0x1FD8_E47F, 0x105C_E341, 0x175F_C65D, 0x1743_685D, 0x1756_AE5D, 0x1049_C941, 0x1FD5_557F, 0x000B_4200,
        0x13FF_FC97, 0x07A1_4E36, 0x1964_4064, 0x0118_6879, 0x07C9_C341, 0x01AE_007F, 0x11C7_62F5, 0x031C_D5F5,
        0x0EF9_2228, 0x1D06_0F96, 0x1CE7_DAA9, 0x1F3D_B2BC, 0x196E_8BFE, 0x0011_9118, 0x1FD7_B758, 0x1054_9B13,
        0x175C_B3F8, 0x1751_52A2, 0x174A_11B7, 0x1043_A4ED, 0x1FD3_CD80,
    ]

    /// The modules of an EAN-13 of 13 digits (ISO/IEC 15420): guards, six digits whose parity tells the first, six more.
    static func eanModules(of text: String) -> [Bool] {
        let digits = text.utf8.compactMap { byte in (48...57).contains(byte) ? Int(byte - 48) : nil }
        guard digits.count == 13 else { return [] }
        var bits = "101"
        for (place, digit) in digits[1...6].enumerated() {
            let isEven = parities[digits[0]] >> (5 - place) & 1 == 1
            bits += isEven ? String(inverted(codes[digit]).reversed()) : codes[digit]
        }
        bits += "01010"
        for digit in digits[7...12] { bits += inverted(codes[digit]) }
        bits += "101"
        return bits.map { $0 == "1" }
    }

    /// Odd parity, left half.
    ///
    /// Inverted it is the right half's; that mirrored, the left half's even parity.
    private static let codes = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    /// For each first digit, which of the six left digits have even parity; the first is the highest bit.
    private static let parities = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]

    private static func inverted(_ bits: String) -> String {
        String(bits.map { $0 == "1" ? "0" : "1" })
    }
}
