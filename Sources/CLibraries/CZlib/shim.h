#pragma once
#include <zlib.h>
// inflateInit2 and deflateInit2 are macros, which Swift cannot call.
static inline int sb_inflate_init_gzip(z_stream *s) { return inflateInit2(s, 15 + 16); }
static inline int sb_deflate_init_gzip(z_stream *s) { return deflateInit2(s, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY); }
