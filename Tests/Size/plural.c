/* Plural rules alone. */
#include <calque.h>
#include <stdio.h>

int main(void) {
    calque_plural category = 0;
    if (calque_plural_category("pl", CALQUE_NTS, "3", CALQUE_NTS,
                               CALQUE_PLURAL_CARDINAL, &category,
                               NULL) != CALQUE_OK) {
        return 1;
    }
    puts(category == CALQUE_PLURAL_FEW ? "few" : "wrong");
    return category != CALQUE_PLURAL_FEW;
}
