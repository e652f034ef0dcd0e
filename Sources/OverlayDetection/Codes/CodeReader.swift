import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import OverlaySystem

/// Reads barcodes: several looks at a picture by two readers, of which only what is credible is told.
///
/// One thread at a time.
package final class CodeReader {
    /// What this reader can read.
    package static let types = ZBarReader.types.union(ZXingReader.types)
    /// How much of the picture's width and height is scanned around the region at least.
    ///
    /// Where that still cuts through something like a code, it is more: a code that only touches the region is read.
    package static let margin = 0.1

    /// How much is done for a picture.
    package enum Effort: Sendable {
        /// Many pictures a second: one look by each reader that is needed.
        case live
        /// This picture is all that there will be: the whole cascade.
        case still
    }

    /// What each look has cost and given so far, in the cascade's order.
    package private(set) var counters = LookCounters()

    private let zbar = ZBarReader()
    private let zxing = ZXingReader()
    private let maker = LookMaker()
    private let text = CodeText()
    private let clock = SystemClock()

    /// A reader that has read nothing yet.
    package init() {}

    /// The codes of the wanted types that meet `region` (metadata space) in a picture of one channel.
    ///
    /// A picture that is not one gives no codes.
    package func read(
        _ luma: PictureView, region: Rect, types: ObjectTypes, effort: Effort = .live
    ) -> [CodeSighting] {
        read(luma, region: region, types: types, by: effort == .still ? .still : .live)
    }

    /// The same by a cascade of one's own; a code with the payload that is `known` to be there is no part of another.
    func read(
        _ luma: PictureView, region: Rect, types: ObjectTypes, by cascade: Cascade, known: [UInt8]? = nil
    ) -> [CodeSighting] {
        let wanted = types.intersection(CodeReader.types)
        guard luma.channels == 1, !wanted.isEmpty, let area = searchArea(region, in: luma) else { return [] }
        let found = cascade.run(wanted, clock: clock) { look($0, at: area, of: luma, types: wanted, known: known) }
        let (width, height) = (Double(luma.width), Double(luma.height))
        return found.compactMap { candidate in
            guard let sighting = sighting(candidate.reading, width: width, height: height),
                wanted.contains(sighting.type), region.meets(sighting.corners.bounds)
            else { return nil }
            counters.countFound(candidate.firstLook)
            return sighting
        }
    }

    /// What one stage reads in an area of the picture, in the picture's pixels; it is counted.
    func look(
        _ stage: Cascade.Stage, at area: SearchArea, of luma: PictureView, types: ObjectTypes, known: [UInt8]? = nil
    ) -> [CodeReading] {
        let start = clock.monotonic
        let readings = readings(stage, at: area, of: luma, types: types.intersection(stage.types))
            .filter { $0.payload == known || !$0.isPart(in: luma) }
        counters.count(stage.name, microseconds: clock.monotonic - start)
        return readings
    }
}

extension CodeReader {
    /// Where codes that meet the region may lie.
    private func searchArea(_ region: Rect, in luma: PictureView) -> SearchArea? {
        guard let wanted = SearchArea(region, margin: 0, least: 0, in: luma) else { return nil }
        return SearchArea(region, margin: CodeReader.margin, in: luma)?.clearOfCodes(touching: wanted, in: luma)
    }

    private func readings(
        _ stage: Cascade.Stage, at area: SearchArea, of luma: PictureView, types: ObjectTypes
    ) -> [CodeReading] {
        guard !types.isEmpty else { return [] }
        // Bars are followed beyond the area where nothing else is changed.
        if stage.look.isPlain, stage.reader == .zbar { return zbar.read(area, of: luma, types: types) }
        let part = area.view(of: luma)
        let readings = maker.with(stage.look, of: part) { prepared -> [CodeReading] in
            let found =
                switch stage.reader {
                case .zbar: zbar.read(prepared.view, types: types)
                case .zxing:
                    zxing.read(prepared.view, types: types, effort: stage.effort).compactMap { CodeReading($0) }
                }
            return found.map { $0.seen(through: stage.look, prepared.source) }
        }
        let origin = Point(x: Double(area.x), y: Double(area.y))
        return (readings ?? []).map { $0.moved(by: origin) }
    }

    /// The code in metadata space.
    private func sighting(_ reading: CodeReading, width: Double, height: Double) -> CodeSighting? {
        guard reading.corners.isFinite else { return nil }
        var value = reading.value ?? text.text(of: reading.payload)
        if reading.type == .code39 { value = value.map { FullASCII.text(of: $0) ?? $0 } }
        let upc = reading.type == .ean13 && value?.first == "0" ? value.map { String($0.dropFirst()) } : nil
        return CodeSighting(
            type: reading.type, payload: reading.payload, value: value,
            corners: reading.corners.mapped { Point(x: $0.x / width, y: $0.y / height) }, quality: reading.quality,
            gs1: reading.gs1, upc: upc, addOn: reading.addOn, part: reading.part, inverted: reading.inverted)
    }
}
