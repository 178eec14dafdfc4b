#include <calque.h>
