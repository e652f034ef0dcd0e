import OverlayMetadata

/// A request that is understood: its method, with parameters of the right kinds and within their ranges.
package enum Call: Hashable, Sendable {
    /// A new subscription.
    case subscribe(SubscriptionChange)
    /// Other parameters for a subscription.
    case update(subscription: Int, SubscriptionChange)
    /// Attaches a subscription to an input.
    case connect(subscription: Int, input: String)
    /// Detaches it.
    case disconnect(subscription: Int)
    /// Ends it.
    case unsubscribe(subscription: Int)
    /// The newest frame of an input.
    case latest(Latest)
    /// Lists a camera's controls, and sets some before.
    case controls(input: String?, set: JSONObject)
    /// Points a camera's focus and exposure at something.
    case focus(Focus)
    /// Converts a point, rectangle or object.
    case convert(Conversion)
    /// What inputs there are.
    case inputs
    /// How the server is.
    case status
    /// What the server can do.
    case describe
    /// Whether the server is there.
    case ping

    /// The call that a request makes of a server that can detect the `available` types; `controlling`: on its control
    /// socket.
    package init(
        _ request: Request, available: ObjectTypes = .all, controlling: Bool = false
    ) throws(WireError) {
        let method = try Method(named: request.method)
        let isControl = controlling && Method.controlling.contains(method)
        if !isControl, let refusal = method.refusal { throw refusal }
        switch method {
        case .subscribe: self = .subscribe(try SubscriptionChange(request.params, updates: false, available: available))
        case .update:
            let change = try SubscriptionChange(request.params, updates: true, available: available)
            let parameters = try Parameters(request.params, knows: SubscriptionChange.updateParameters, of: "update")
            self = .update(subscription: try parameters.subscription(), change)
        case .connect:
            let parameters = try Parameters(request.params, knows: ["subscription", "input"], of: "connect")
            let subscription = try parameters.subscription()
            guard let input = try parameters.string("input") else {
                throw parameters.missing("input", expected: "the name of an input")
            }
            self = .connect(subscription: subscription, input: input)
        case .disconnect: self = .disconnect(subscription: try Call.subscription(of: request))
        case .unsubscribe: self = .unsubscribe(subscription: try Call.subscription(of: request))
        case .latest: self = .latest(try Latest(request.params, available: available))
        case .convert: self = .convert(try Conversion(request.params))
        case .focus: self = .focus(try Focus(request.params))
        case .controls:
            let parameters = try Parameters(request.params, knows: ["input", "set"], of: "controls")
            self = .controls(input: try parameters.string("input"), set: try parameters.object("set") ?? [:])
        default:
            _ = try Parameters(request.params, knows: [], of: request.method)
            let plain: [Method: Call] = [.inputs: .inputs, .status: .status, .describe: .describe]
            self = plain[method] ?? .ping
        }
    }

    private static func subscription(of request: Request) throws(WireError) -> Int {
        try Parameters(request.params, knows: ["subscription"], of: request.method).subscription()
    }
}

extension Parameters {
    /// The number of a subscription, which must be there.
    func subscription() throws(WireError) -> Int {
        guard let number = try integer("subscription", in: 1...Int(Int32.max)) else {
            throw missing("subscription", expected: "the number of a subscription of this connection")
        }
        return number
    }
}
