#ifndef CVISION_H
#define CVISION_H

/// OpenCV behind C: opaque handles, caller-provided output, every exception caught.

#endif
