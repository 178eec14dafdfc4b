/* Functions that Swift's code needs and wasi-libc does not have. */
#include <stdint.h>
#include <stdlib.h>

uintptr_t __stack_chk_guard = 0x00C41C0E;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { abort(); }
