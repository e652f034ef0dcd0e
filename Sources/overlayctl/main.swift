import Glibc

exit(Overlayctl.run(CommandLine.arguments.dropFirst()).rawValue)
