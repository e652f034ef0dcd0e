import OverlayDevices
import OverlayServer
import OverlaySystem
import OverlayWire

extension InputSupervisor {
    /// Asks the camera to do something; a driver may take a while, so that it is asked on a thread of its own.
    func steer(_ steering: Steering, _ done: @escaping (Result<JSONObject, WireError>) -> Void) {
        guard let selector = description.camera else {
            return done(
                .failure(
                    WireError(
                        .notSupported, "\(description.name) is no camera: it has nothing that can be set",
                        parameter: "input")))
        }
        let cameras = surroundings.opener.cameras
        do {
            switch steering {
            case .focus(let point):
                try Chore.start(
                    named: "focus", on: surroundings.loop,
                    { CameraSteering.focus(point, selector, cameras) }, done)
            case .controls(let members):
                let wanted = try CameraSteering.values(members)
                try Chore.start(
                    named: "controls", on: surroundings.loop,
                    { CameraSteering.controls(wanted, selector, cameras) },
                    { [weak self] answer in
                        // What was set once is set again whenever the camera comes back; a button was pressed for once.
                        self?.controls.merge(answer.set) { $1 }
                        done(answer.result)
                    })
            }
        } catch let error as WireError {
            done(.failure(error))
        } catch {
            done(.failure(WireError(.internalError, "\(error)")))
        }
    }

    /// Sets the controls of a camera that was just opened; one that cannot be set is worth a line of the log.
    func setControls(of device: Descriptor?) {
        guard let device, !controls.isEmpty else { return }
        let (wanted, cameras, log) = (controls, surroundings.opener.cameras, surroundings.log)
        let name = description.name
        do {
            let device = try device.duplicated()
            try Chore.start(named: "controls", on: surroundings.loop) {
                let refusals = cameras.set(wanted, device)
                device.close()
                return refusals
            } _: { refusals in
                for refusal in refusals { log(.warning, "input \(name): \(refusal)") }
            }
        } catch {
            log(.warning, "input \(name): its controls are not set: \(error)")
        }
    }
}
