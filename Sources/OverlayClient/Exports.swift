@_exported import OverlayGeometry
@_exported import OverlayMetadata
