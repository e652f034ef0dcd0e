#ifndef CVISION_LOOKS_H
#define CVISION_LOOKS_H

#include <stddef.h>
#include <stdint.h>

/// Luma prepared for a barcode reader: each step is one operation of OpenCV, and several make a look.

#ifdef __cplusplus
extern "C" {
#endif

/// One operation on luma.
typedef enum cvision_step_kind {
    /// Contrast-limited histogram equalization in 8 × 8 tiles; `amount` is the clip limit.
    cvision_step_equalize,
    /// Enlarged (cubic) or reduced (by area) `amount` times.
    cvision_step_scale,
    /// Black and white by Otsu's threshold; `amount` is not used.
    cvision_step_otsu,
    /// Black and white by the mean around; the window is the shorter side divided by `amount`.
    cvision_step_adaptive,
    /// Turned counter-clockwise by `amount` degrees; all of the picture stays in view.
    cvision_step_turn,
    /// Turned so that most of the bars in the picture stand upright; `amount` is not used.
    cvision_step_straighten,
    /// Blurred by a Gaussian with a deviation of `amount` pixels.
    cvision_step_blur,
    /// Sharpened: what a Gaussian with a deviation of `amount` pixels takes away is added one and a half times.
    cvision_step_sharpen,
    /// The mean of `amount` pixels of a column.
    cvision_step_smear,
    /// Dark and light exchanged; `amount` is not used.
    cvision_step_invert,
    /// Left and right exchanged; `amount` is not used.
    cvision_step_mirror,
    /// So many white pixels around.
    cvision_step_frame,
} cvision_step_kind;

/// An operation and how much of it.
typedef struct cvision_step {
    cvision_step_kind kind;
    double amount;
} cvision_step;

/// One channel, rows `stride` bytes apart.
typedef struct cvision_luma {
    const uint8_t* pixels;
    int width, height;
    size_t stride;
} cvision_luma;

/// Buffers that are used again from picture to picture.
typedef struct cvision_looks cvision_looks;

/// New buffers; NULL without memory. Ended by `cvision_looks_destroy`.
cvision_looks* cvision_looks_create(void);

/// Takes the steps one after another. `prepared` is valid until the next call and while `luma` is. `source` is the map
/// from places in `prepared` to places in `luma`, written a, b, c, d, tx, ty: x' = a·x + c·y + tx, y' = b·x + d·y + ty,
/// both measured from the picture's corner. Returns 0, or −1 when a step is impossible or would make more than
/// `most_pixels`.
int cvision_looks_prepare(cvision_looks* looks, const cvision_luma* luma, const cvision_step* steps, int count,
                          size_t most_pixels, cvision_luma* prepared, double source[6]);

/// Frees the buffers; NULL is allowed.
void cvision_looks_destroy(cvision_looks* looks);

#ifdef __cplusplus
}
#endif

#endif
