import OverlayMetadata

/// What `describe` tells: what a server can do, with which libraries, and what it lacks.
package struct Description: Hashable, Sendable {
    /// Something that the protocol has and this server does not.
    package struct Gap: Hashable, Sendable {
        /// What kind of thing it is.
        package enum Kind: String, CaseIterable, Sendable {
            /// A type of objects.
            case type
            /// A method.
            case method
            /// A mode of subscriptions.
            case mode
        }

        /// What kind of thing it is.
        package var kind: Kind
        /// Its name.
        package var name: String
        /// Why it is missing.
        package var reason: String

        /// A gap of its members.
        package init(kind: Kind, name: String, reason: String) {
            self.kind = kind
            self.name = name
            self.reason = reason
        }
    }

    /// Program and version.
    package var server: String
    /// The protocol's version.
    package var protocolVersion: String
    /// The types that can be detected now.
    package var types: ObjectTypes
    /// Why a type cannot be detected, where that has a reason of its own.
    package var reasons: [ObjectType: String]
    /// The libraries that it works with.
    package var libraries: [LibraryVersion]

    /// A description of its members.
    package init(
        server: String, protocolVersion: String, types: ObjectTypes, reasons: [ObjectType: String],
        libraries: [LibraryVersion]
    ) {
        self.server = server
        self.protocolVersion = protocolVersion
        self.types = types
        self.reasons = reasons
        self.libraries = libraries
    }

    /// The notifications that this version sends.
    package static let notifications = ["hello", "metadata", "geometry", "input"]

    /// What is missing, and why.
    package var gaps: [Gap] {
        let types = ObjectTypes.all.subtracting(types).types.map { type in
            Gap(kind: .type, name: type.rawValue, reason: reasons[type] ?? "no reader of this build knows it")
        }
        let methods = Method.allCases.compactMap { method in
            method.refusal.map { Gap(kind: .method, name: method.rawValue, reason: $0.message) }
        }
        return types + methods + [Gap(kind: .mode, name: "events", reason: "it is not part of this version")]
    }

    /// The members, into the result that is open.
    package func write(into writer: inout JSONWriter) {
        writer.name("server")
        writer.string(server)
        writer.name("protocol")
        writer.string(protocolVersion)
        writer.name("methods")
        writer.strings(Method.served.map(\.rawValue))
        writer.name("notifications")
        writer.strings(Description.notifications)
        writer.name("types")
        writer.strings(types.types.map(\.rawValue))
        writer.name("libraries")
        writer.openArray()
        for library in libraries { writer.texts([("name", library.name), ("version", library.version)]) }
        writer.closeArray()
        writer.name("missing")
        writer.openArray()
        for gap in gaps { writer.texts([("kind", gap.kind.rawValue), ("name", gap.name), ("reason", gap.reason)]) }
        writer.closeArray()
    }
}

extension JSONWriter {
    /// An object of strings.
    fileprivate mutating func texts(_ members: [(name: StaticString, text: String)]) {
        openObject()
        for member in members {
            name(member.name)
            string(member.text)
        }
        closeObject()
    }
}
