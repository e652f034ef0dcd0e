/// Where the things of the test scene are: the QR code in the left half, the EAN-13 in the lower right, the face in the
/// upper right.
///
/// They move to and fro by whole pixels, each within its own part of the picture.
struct SceneLayout: Hashable {
    /// A box of whole pixels.
    struct Box: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// A thing that moves.
    struct Mover: Hashable {
        /// The part of the picture that it keeps to.
        let area: Box
        /// Its size, quiet zone included.
        let width: Int
        let height: Int
        /// Frames by which it is ahead.
        let phase: UInt64
        /// Pixels a frame along x; along y every second frame.
        let step: Int

        /// Its box in the frame of this number.
        func box(at frame: UInt64) -> Box {
            let along = Mover.place(frame &+ phase, step: step, travel: area.width - width)
            let down = Mover.place((frame &+ 3 &* phase) / 2, step: step, travel: area.height - height)
            return Box(x: area.x + along, y: area.y + down, width: width, height: height)
        }

        /// To and fro over 0…travel.
        private static func place(_ beat: UInt64, step: Int, travel: Int) -> Int {
            guard travel > 0 else { return 0 }
            let round = UInt64(2 * travel)
            let place = Int(beat % round * UInt64(step) % round)
            return place <= travel ? place : 2 * travel - place
        }
    }

    /// Modules of white round the QR code.
    static let qrQuiet = 4
    /// Modules of white left and right of the EAN-13.
    static let eanQuiet = 11

    /// Pixels a module of the QR code; 0 when there is no room for it.
    let qrModule: Int
    /// Pixels a module of the EAN-13; 0 when there is no room for it.
    let eanModule: Int
    let qr: Mover
    let ean: Mover
    let face: Mover

    /// The layout of a picture of this size in pixels.
    init(width: Int, height: Int) {
        let left = Box(x: 0, y: 0, width: width / 2, height: height)
        let upper = Box(x: width / 2, y: 0, width: width - width / 2, height: height * 3 / 5)
        let lower = Box(x: upper.x, y: upper.height, width: upper.width, height: height - upper.height)
        let step = max(1, width / 640)

        let qrModules = SceneCodes.qrSide + 2 * SceneLayout.qrQuiet
        let qrRoom = min(left.width, left.height)
        qrModule = qrRoom * 4 / 5 >= qrModules ? qrRoom * 4 / 5 / qrModules : qrRoom / qrModules
        qr = Mover(area: left, width: qrModule * qrModules, height: qrModule * qrModules, phase: 0, step: step)

        let eanModules = SceneCodes.eanLength + 2 * SceneLayout.eanQuiet
        let eanHeight = lower.height * 5 / 8
        let eanFits = eanHeight >= 12
        let roomy = lower.width * 15 / 16 / eanModules
        eanModule = eanFits ? (roomy > 0 ? roomy : lower.width / eanModules) : 0
        ean = Mover(
            area: lower, width: eanModule * eanModules, height: eanModule > 0 ? eanHeight : 0, phase: 11, step: step)

        let side = min(min(upper.width, upper.height) * 4 / 5, 800)
        face = Mover(area: upper, width: side, height: side, phase: 29, step: step)
    }
}
