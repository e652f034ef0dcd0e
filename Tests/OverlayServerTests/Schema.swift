import Foundation
import OverlayWire

/// The schema in `docs`, checked by as much of JSON Schema 2020-12 as it uses; an unknown keyword is a fault.
struct Schema {
    private let root: JSONValue

    init() throws {
        let file = ProtocolPage.folder.appendingPathComponent("protocol.schema.json")
        root = try JSONReader.read([UInt8](try Data(contentsOf: file)), maxDepth: 64)
    }

    /// The names that the schema allows for errors.
    var errorNames: Set<String> {
        Set(root["$defs"]?["errorName"]?["enum"]?.array?.compactMap(\.string) ?? [])
    }

    /// What is wrong with a value as one of the schema's definitions; empty when nothing is.
    func faults(of value: JSONValue, as definition: String) -> [String] {
        guard let schema = root["$defs"]?[definition] else { return ["no definition \(definition)"] }
        return faults(of: value, by: schema, at: "$")
    }

    private func faults(of value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
        (schema.object?.members ?? []).flatMap { keyword in
            faults(of: value, keyword.name, keyword.value, in: schema, at: path)
        }
    }

    private func faults(
        of value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue, at path: String
    ) -> [String] {
        func fault(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword) \(argument.text.prefix(80))"] }
        switch keyword {
        case "description", "title", "$comment": return []
        case "$ref": return faults(of: value, as: argument.string?.split(separator: "/").last.map(String.init) ?? "")
        case "const": return fault(value == argument)
        case "enum": return fault(argument.array?.contains(value) == true)
        case "type":
            let types = argument.array?.compactMap(\.string) ?? [argument.string ?? ""]
            return fault(types.contains { Schema.isOf(type: $0, value) })
        case "minimum": return fault(value.double.map { $0 >= argument.double ?? 0 } ?? true)
        case "exclusiveMinimum": return fault(value.double.map { $0 > argument.double ?? 0 } ?? true)
        case "maximum": return fault(value.double.map { $0 <= argument.double ?? 0 } ?? true)
        case "exclusiveMaximum": return fault(value.double.map { $0 < argument.double ?? 0 } ?? true)
        case "minItems": return fault(value.array.map { $0.count >= argument.integer ?? 0 } ?? true)
        case "maxItems": return fault(value.array.map { $0.count <= argument.integer ?? 0 } ?? true)
        case "items":
            return (value.array ?? []).enumerated().flatMap { faults(of: $1, by: argument, at: "\(path)[\($0)]") }
        case "required":
            let names = argument.array?.compactMap(\.string) ?? []
            guard let object = value.object else { return [] }
            return names.filter { object[$0] == nil }.map { "\(path): \($0) is missing" }
        case "properties":
            return (argument.object?.members ?? []).flatMap { property in
                value[property.name].map { faults(of: $0, by: property.value, at: path + "." + property.name) } ?? []
            }
        case "additionalProperties":
            let known = schema["properties"]?.object
            return (value.object?.members ?? []).filter { known?[$0.name] == nil }
                .map { "\(path): \($0.name) is not known" }
        case "anyOf", "oneOf":
            let alternatives = (argument.array ?? []).map { faults(of: value, by: $0, at: path) }
            let matches = alternatives.filter(\.isEmpty).count
            if keyword == "oneOf" ? matches == 1 : matches > 0 { return [] }
            return ["\(path): \(matches) of \(keyword)"] + (alternatives.min { $0.count < $1.count } ?? [])
        default: return ["\(path): the keyword \(keyword) is not known to this test"]
        }
    }

    private static func isOf(type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "integer": value.integer != nil
        case "number": value.double != nil
        case "null": value == .null
        case "boolean": value.bool != nil
        case "string": value.string != nil
        case "array": value.array != nil
        case "object": value.object != nil
        default: false
        }
    }
}
