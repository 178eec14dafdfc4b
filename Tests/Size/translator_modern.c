/* As translator.c, without the rules of formats v1 and ios. */
#include <calque.h>

#define calque_translator_create calque_translator_create_modern
#include "translator.c"
