/* The parts of zlib that the Swift sources use: Swift does not see macros. */
#ifndef CALQUE_ZLIB_H
#define CALQUE_ZLIB_H

#include <string.h>
#include <zlib.h>

/* Begins to decompress gzip; Z_OK, or Z_MEM_ERROR. */
static inline int calque_zlib_start(z_stream *stream) {
    memset(stream, 0, sizeof *stream);
    return inflateInit2(stream, 16 + MAX_WBITS);
}

/* Decompresses what fits into `room`; sets how much that is. */
static inline int calque_zlib_next(z_stream *stream, unsigned char *room,
                                   size_t size, size_t *count) {
    stream->next_out = room;
    stream->avail_out = (uInt)size;
    int code = inflate(stream, Z_NO_FLUSH);
    *count = size - stream->avail_out;
    return code;
}

#endif
