/// A video device as the kernel lists it in sysfs; nothing is opened.
package struct VideoNode: Hashable, Sendable {
    /// Where it is opened: `/dev/video0`.
    package var path: String
    /// What the driver calls it.
    package var name: String
    /// The driver's module; nil when the kernel does not say.
    package var driver: String?
    /// Which of its device's nodes it is, from 0.
    package var index: Int
    /// The USB device behind it; nil when it is on another bus.
    package var usb: USBIdentity?
    /// Where it is plugged in: `usb-0000:00:14.0-2`, `platform:vivid.0`; nil for one that hangs on no bus.
    package var bus: String?
    /// The user for whom it was looked at may read and write it.
    package var isAccessible: Bool

    /// A node of its members.
    package init(
        path: String, name: String, driver: String? = nil, index: Int = 0, usb: USBIdentity? = nil, bus: String? = nil,
        isAccessible: Bool = true
    ) {
        self.path = path
        self.name = name
        self.driver = driver
        self.index = index
        self.usb = usb
        self.bus = bus
        self.isAccessible = isAccessible
    }
}

/// What a USB device says that it is.
package struct USBIdentity: Hashable, Sendable {
    /// Four hexadecimal digits, small.
    package var vendor: String
    /// Four hexadecimal digits, small.
    package var product: String
    /// The serial number; nil when it has none.
    package var serial: String?

    /// An identity of its members.
    package init(vendor: String, product: String, serial: String? = nil) {
        self.vendor = vendor
        self.product = product
        self.serial = serial
    }
}
