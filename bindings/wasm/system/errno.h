/* Error numbers of WASI as plain numbers: with the cast that wasi-libc gives
 * them, Swift does not see them. */
#ifndef CALQUE_WASI_ERRNO_H
#define CALQUE_WASI_ERRNO_H

#include_next <errno.h>

#undef EACCES
#undef EEXIST
#undef EINTR
#undef EINVAL
#undef ENOENT
#undef ENOTDIR
#undef EROFS
#undef EWOULDBLOCK
#define EACCES 2
#define EEXIST 20
#define EINTR 27
#define EINVAL 28
#define ENOENT 44
#define ENOTDIR 54
#define EROFS 69
#define EWOULDBLOCK 6

#endif
