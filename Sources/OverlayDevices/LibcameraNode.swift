/// Nodes of cameras that only libcamera can drive: what they give is a sensor's raw mosaic, and exposure, white balance
/// and the way through the machine's picture processor are for a program to set.
package enum LibcameraNode {
    /// Drivers of receivers whose pictures are raw.
    private static let drivers: Set<String> = [
        "unicam", "bcm2835-unicam", "rp1-cfe", "pispbe", "bcm2835-isp", "ipu3-cio2", "ipu3-imgu", "intel-ipu6",
        "intel-ipu6-isys", "isys", "ipu6", "intel-ipu7", "rkisp1", "rkcif", "qcom-camss", "mxc-isi", "imx7-csi",
        "sun6i-csi", "sun6i-csi-capture", "mtk-cam", "atomisp-isp2", "starfive-camss", "stm32-dcmipp",
    ]

    /// Whether a node is of that kind; `formats` is asked only where the rest does not tell.
    static func isOne(_ camera: Camera, formats: () -> [VideoFormat]) -> Bool {
        let capability = camera.capability
        // Where libcamera has no business: the driver does it all.
        if camera.node.usb != nil || capability.isLoopback || capability.driver == "vivid" { return false }
        if capability.abilities.contains(.mediaController) { return true }
        guard drivers.contains(capability.driver) || capability.isCamera else { return false }
        let formats = formats()
        return formats.isEmpty ? drivers.contains(capability.driver) : formats.allSatisfy(\.isMosaic)
    }

    /// The pipeline that brings its pictures to a named pipe.
    package static let pipeline =
        "rpicam-vid -n -t 0 --codec yuv420 --width 640 --height 480 -o - | ffmpeg -v error -f rawvideo "
        + "-pix_fmt yuv420p -s 640x480 -r 30 -i - -f yuv4mpegpipe -y /tmp/eye"

    static func explanation(_ path: String, driver: String) -> String {
        "\(path) is a raw sensor (driver \(driver)) that only libcamera can drive; give its pictures through a pipe: "
            + "mkfifo /tmp/eye; \(pipeline); and use the source y4m:/tmp/eye (docs/sources.md)"
    }
}
