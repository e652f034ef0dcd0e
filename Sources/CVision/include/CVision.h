#ifndef CVISION_H
#define CVISION_H

#include "CVisionLive.h"

#include <stddef.h>
#include <stdint.h>

#include "CVisionLooks.h"

/// OpenCV behind C: opaque handles, caller-provided output, every exception caught. A handle is used by one thread at
/// a time; the handles know nothing of each other.

#ifdef __cplusplus
extern "C" {
#endif

/// OpenCV's version, which stays valid.
const char* cvision_opencv_version(void);

/// A CenterFace network and what it needs to run.
typedef struct cvision_faces cvision_faces;

/// A face in pixels of the picture that was handed over. Landmarks are x, y pairs: the subject's right eye, left eye,
/// nose, right and left corner of the mouth.
typedef struct cvision_face {
    float x, y, width, height;
    float confidence;
    float landmarks[10];
} cvision_face;

/// A picture that the caller owns: `channels` is 1 (grey) or 3 (red, green, blue), rows are `stride` bytes apart. The
/// network sees it at `seen_width` by `seen_height`, at most 4096 each.
typedef struct cvision_picture {
    const uint8_t* pixels;
    int width, height;
    size_t stride;
    int channels;
    int seen_width, seen_height;
} cvision_picture;

/// Reads a CenterFace model (ONNX) from memory, which may be freed afterwards. `threads` is for the whole
/// process, and the first to ask decides.
/// Returns NULL with the reason in `message`, which is always terminated. Ended by `cvision_faces_destroy`.
cvision_faces* cvision_faces_create(const void* model, size_t length, int threads, char* message, size_t capacity);

/// Writes the faces with at least `threshold` confidence to `out`, best first, and returns how many there are, at most
/// `capacity`; −1 with the reason in `message` when the picture or the network is at fault.
int cvision_faces_find(cvision_faces* faces, const cvision_picture* picture, float threshold, cvision_face* out,
                       int capacity, char* message, size_t message_capacity);

/// Frees the handle; NULL is allowed.
void cvision_faces_destroy(cvision_faces* faces);

#ifdef __cplusplus
}
#endif

#endif
