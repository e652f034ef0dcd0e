import Glibc
import OverlayDaemon
import OverlayOptions

exit(Overlayd.run(CommandLine.arguments.dropFirst()).rawValue)
