import OverlayFrame

/// A small picture that is copied into the scene: red, green, blue.
struct SceneSprite {
    let width: Int
    let height: Int
    private var pixels: [UInt8]

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 255, count: width * height * 3)
    }

    /// The QR code in its quiet zone, so many pixels a module.
    static func qr(module: Int) -> SceneSprite {
        let quiet = SceneLayout.qrQuiet
        var sprite = SceneSprite(
            width: module * (SceneCodes.qrSide + 2 * quiet), height: module * (SceneCodes.qrSide + 2 * quiet))
        for row in 0..<SceneCodes.qrSide {
            for column in 0..<SceneCodes.qrSide where SceneCodes.isDarkInQR(column: column, row: row) {
                sprite.darken(x: (column + quiet) * module, y: (row + quiet) * module, width: module, height: module)
            }
        }
        return sprite
    }

    /// The EAN-13 in its quiet zone, so many pixels a module; a tenth of the height above and below is white.
    static func ean(module: Int, height: Int) -> SceneSprite {
        let quiet = SceneLayout.eanQuiet
        var sprite = SceneSprite(width: module * (SceneCodes.eanLength + 2 * quiet), height: height)
        let margin = height / 10
        for (index, isDark) in SceneCodes.eanModules(of: SceneCodes.eanText).enumerated() where isDark {
            sprite.darken(x: (index + quiet) * module, y: margin, width: module, height: height - 2 * margin)
        }
        return sprite
    }

    /// The head in the sample picture, `side` pixels wide and high.
    ///
    /// The picture's part is that of the astronaut's head.
    static func face(in picture: PictureView, side: Int) -> SceneSprite {
        var sprite = SceneSprite(width: side, height: side)
        let sampler = Sampler(picture: picture, side: side)
        for row in 0..<side {
            for column in 0..<side {
                for channel in 0..<3 {
                    sprite.pixels[(row * side + column) * 3 + channel] = sampler.level(column, row, channel)
                }
            }
        }
        return sprite
    }

    private mutating func darken(x: Int, y: Int, width: Int, height: Int) {
        for row in y..<y + height {
            for index in (row * self.width + x) * 3..<(row * self.width + x + width) * 3 { pixels[index] = 0 }
        }
    }

    /// Copies the sprite into a picture of red, green and blue without padding, where it fits as a whole.
    func draw(into target: UnsafeMutablePointer<UInt8>, pictureWidth: Int, x: Int, y: Int) {
        pixels.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            for row in 0..<height {
                (target + ((y + row) * pictureWidth + x) * 3).update(from: base + row * width * 3, count: width * 3)
            }
        }
    }

    /// Bilinear samples of the picture's part, as many to a pixel of the sprite as the picture is finer.
    private struct Sampler {
        let picture: PictureView
        let origin: (x: Int, y: Int)
        /// Source pixels to a sprite's, in 1/1024.
        let step: Int
        let samples: Int

        init(picture: PictureView, side: Int) {
            self.picture = picture
            let extent = min(picture.width, picture.height) * 100 / 256
            origin = (picture.width * 63 / 256 * 1024, picture.height * 4 / 256 * 1024)
            step = extent * 1024 / max(side, 1)
            samples = min(max((step + 1023) / 1024, 1), 8)
        }

        func level(_ column: Int, _ row: Int, _ channel: Int) -> UInt8 {
            var sum = 0
            for down in 0..<samples {
                for along in 0..<samples {
                    let x = origin.x + column * step + (2 * along + 1) * step / (2 * samples) - 512
                    let y = origin.y + row * step + (2 * down + 1) * step / (2 * samples) - 512
                    sum += sample(x, y, channel)
                }
            }
            return UInt8(truncatingIfNeeded: sum / (samples * samples))
        }

        private func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            let (column, right) = (x >> 10, x & 1023)
            let (row, down) = (y >> 10, y & 1023)
            let upper = pixel(column, row, channel) * (1024 - right) + pixel(column + 1, row, channel) * right
            let lower = pixel(column, row + 1, channel) * (1024 - right) + pixel(column + 1, row + 1, channel) * right
            return (upper * (1024 - down) + lower * down + 524_288) >> 20
        }

        private func pixel(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            let column = min(max(x, 0), picture.width - 1)
            let row = min(max(y, 0), picture.height - 1)
            return Int(picture.base[row * picture.stride + column * picture.channels + channel % picture.channels])
        }
    }
}
