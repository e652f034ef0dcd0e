import OverlayMetadata
import OverlayWire

extension ClientMachine {
    func key(of number: Int) -> SubscriptionKey? { keys[number] }

    mutating func metadata(_ message: MetadataMessage) -> [ClientAction] {
        guard let key = keys[message.subscription], let record = subscriptions[key],
            message.revision >= record.status.revision
        else { return [] }
        let metadata = Metadata(message, layer: record.status.layer)
        subscriptions[key]?.last = metadata
        return [.deliver(key, metadata)]
    }

    mutating func geometry(_ geometry: ReceivedGeometry) -> [ClientAction] {
        guard let key = keys[geometry.subscription], var status = subscriptions[key]?.status,
            let options = subscriptions[key]?.options
        else { return [] }
        status.take(geometry, options)
        subscriptions[key]?.status = status
        return [.outdate(key), .status(key, status)]
    }

    mutating func input(_ message: InputMessage) -> [ClientAction] {
        var actions: [ClientAction] = []
        for key in subscriptions.keys.sorted() {
            guard var status = subscriptions[key]?.status, status.isInForce, status.connection?.input == message.input
            else { continue }
            status.take(message.status)
            subscriptions[key]?.status = status
            actions.append(.status(key, status))
        }
        return actions
    }
}
