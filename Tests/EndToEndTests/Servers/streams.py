"""Serves the clip CLIP over RTSP, or over HTTP in ways that differ, until it is ended; says at which port.

    streams.py rtsp CLIP.mkv [NAME PASSWORD]
    streams.py camera PICTURE.jpg [PORT]
    streams.py http FILE [NAME PASSWORD]

The camera shows its picture over RTSP without an end, thirty times a second. Over HTTP, /whole gives the file from its
start only, /endless.mjpeg repeats it (a JPEG) without an end.
"""

import base64
import http.server
import pathlib
import sys


def say(port: int) -> None:
    print(f"serves at port {port}.", file=sys.stderr, flush=True)


def rtsp(clip: str, login: list[str]) -> None:
    serve(f"( filesrc location={clip} ! matroskademux ! rtph264pay name=pay0 pt=96 )", login)


def camera(picture: str, port: list[str]) -> None:
    frames = f"filesrc location={picture} ! jpegdec ! imagefreeze is-live=true ! video/x-raw,framerate=30/1"
    serve(f"( {frames} ! jpegenc ! rtpjpegpay name=pay0 pt=26 )", [], *port)


def serve(pipeline: str, login: list[str], port: str = "0") -> None:
    import gi

    gi.require_version("Gst", "1.0")
    gi.require_version("GstRtspServer", "1.0")
    from gi.repository import GLib, Gst, GstRtspServer

    Gst.init(None)
    server = GstRtspServer.RTSPServer(address="127.0.0.1", service=port)
    factory = GstRtspServer.RTSPMediaFactory(shared=True)
    factory.set_launch(pipeline)
    if login:
        auth = GstRtspServer.RTSPAuth()
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "viewer")
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(*login), token)
        server.set_auth(auth)
        factory.add_role_from_structure(
            Gst.Structure.new_from_string("viewer,media.factory.access=true,media.factory.construct=true")
        )
    server.get_mount_points().add_factory("/eye", factory)
    server.attach(None)
    say(server.get_bound_port())
    GLib.MainLoop().run()


class Handler(http.server.BaseHTTPRequestHandler):
    content = b""
    login = ""

    def do_GET(self) -> None:
        if self.login and self.headers.get("Authorization") != self.login:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="eye"')
            self.end_headers()
        elif self.path.startswith("/whole"):
            self.send_response(200)
            self.send_header("Content-Length", str(len(self.content)))
            self.end_headers()
            self.wfile.write(self.content)
        elif self.path == "/endless.mjpeg":
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace;boundary=next")
            self.end_headers()
            part = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(self.content)}\r\n\r\n".encode()
            while True:
                self.wfile.write(part + self.content + b"\r\n")
        else:
            self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A reader that goes is nothing to speak of."""


def web(clip: str, login: list[str]) -> None:
    Handler.content = pathlib.Path(clip).read_bytes()
    if login:
        Handler.login = "Basic " + base64.b64encode(":".join(login).encode()).decode()
    server = Server(("127.0.0.1", 0), Handler)
    say(server.server_address[1])
    server.serve_forever()


if __name__ == "__main__":
    {"rtsp": rtsp, "camera": camera, "http": web}[sys.argv[1]](sys.argv[2], sys.argv[3:])
