#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

/// FFmpeg's numbers that are macros which Swift cannot read.
static const int64_t cffmpeg_no_stamp = AV_NOPTS_VALUE;
static const int cffmpeg_again = AVERROR(EAGAIN);
static const int cffmpeg_end = AVERROR_EOF;
static const int cffmpeg_interrupted = AVERROR_EXIT;
static const int cffmpeg_invalid = AVERROR_INVALIDDATA;
static const int cffmpeg_input_output = AVERROR(EIO);
static const int cffmpeg_timed_out = AVERROR(ETIMEDOUT);
static const int cffmpeg_refused = AVERROR(ECONNREFUSED);
static const int cffmpeg_unauthorized = AVERROR_HTTP_UNAUTHORIZED;
static const int cffmpeg_forbidden = AVERROR_HTTP_FORBIDDEN;
static const int cffmpeg_not_found = AVERROR_HTTP_NOT_FOUND;
static const int cffmpeg_no_protocol = AVERROR_PROTOCOL_NOT_FOUND;
static const int cffmpeg_no_memory = AVERROR(ENOMEM);

/// An error of the system as FFmpeg's.
static inline int cffmpeg_error(int number) {
    return AVERROR(number);
}

static inline int cffmpeg_open_nothing(AVFormatContext* format, AVIOContext** file, const char* url, int flags,
                                       AVDictionary** options) {
    (void)format, (void)file, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

/// A clip that names other files does not get them.
static inline void cffmpeg_refuse_others(AVFormatContext* format) {
    format->io_open = cffmpeg_open_nothing;
}

/// The stream is the cover of a record, not a moving picture.
static inline int cffmpeg_is_cover(const AVStream* stream) {
    return (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
}

/// A stamp of the stream in microseconds; cffmpeg_no_stamp where there is none or it cannot be told.
static inline int64_t cffmpeg_microseconds(int64_t stamp, AVRational base) {
    if (stamp == AV_NOPTS_VALUE || base.num <= 0 || base.den <= 0)
        return AV_NOPTS_VALUE;
    return av_rescale_q(stamp, base, (AVRational){1, AV_TIME_BASE});
}

/// The words for an error.
static inline void cffmpeg_words(int error, char* text, size_t size) {
    if (av_strerror(error, text, size) < 0 && size > 0)
        text[0] = 0;
}
