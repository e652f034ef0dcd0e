#ifndef CVISION_LIVE_H
#define CVISION_LIVE_H

#include <stddef.h>
#include <stdint.h>

/// What following codes from picture to picture needs. Rules as in CVision.h; pixels are those of the full size, the
/// middle of the first one at 0, 0; a map is six numbers a, b, c, d, tx, ty: x' = a·x + c·y + tx, y' = b·x + d·y + ty.

#ifdef __cplusplus
extern "C" {
#endif

/// A picture of one channel at its full size and at halves of it. Once set it may be read by several threads.
typedef struct cvision_pyramid cvision_pyramid;

/// An empty pyramid; NULL without memory. Ended by `cvision_pyramid_destroy`.
cvision_pyramid* cvision_pyramid_create(void);

/// Copies a picture, rows `stride` bytes apart, and makes its halves. 0, or −1 when it is no picture.
int cvision_pyramid_set(cvision_pyramid* pyramid, const uint8_t* luma, int width, int height, size_t stride);

/// Writes a patch of `width` by `height` whose pixels lie where `map` sends them in the picture; what lies outside
/// repeats the picture's edge. 0, or −1 when there is no such patch.
int cvision_pyramid_sample(const cvision_pyramid* pyramid, const double map[6], uint8_t* patch, int width, int height);

/// Frees the handle; NULL is allowed.
void cvision_pyramid_destroy(cvision_pyramid* pyramid);

/// A place where light and dark change as often as in a code.
typedef struct cvision_busy_area {
    int x, y, width, height;
    /// Root of the mean square of the steps from pixel to pixel.
    float steps;
    /// 0: steps in all directions, 1: in one, as with bars.
    float coherence;
    /// In which direction most steps go, in degrees of −90…90 clockwise from the x axis: square to the bars.
    float direction;
} cvision_busy_area;

/// Writes the busy areas of a picture to `out`, the busiest first, and returns how many there are, at most `capacity`;
/// −1 when there is no picture. What lies in one of `count` known quadrilaterals, eight numbers each as for a target,
/// is left out.
int cvision_busy_areas(const cvision_pyramid* pyramid, const double* known, int count, cvision_busy_area* out,
                       int capacity);

/// What a quadrilateral of one picture shows, to be found again in others.
typedef struct cvision_target cvision_target;

/// Looks at the quadrilateral of four corners, x, y pairs in order around it. NULL when it shows nothing that can be
/// found again. Ended by `cvision_target_destroy`.
cvision_target* cvision_target_create(const cvision_pyramid* pyramid, const double corners[8]);

/// Finds the target again. `map` leads from the picture in which it was looked at to this one: on entry where to look,
/// on return where it is. Returns the likeness, −1…1; −2 when there is nothing like it. `is_blurred` becomes 1 where
/// only its coarse features are there, which tell little of its shape, else 0.
double cvision_target_find(const cvision_target* target, const cvision_pyramid* pyramid, double map[6],
                           int* is_blurred);

/// Frees the handle; NULL is allowed.
void cvision_target_destroy(cvision_target* target);

#ifdef __cplusplus
}
#endif

#endif
