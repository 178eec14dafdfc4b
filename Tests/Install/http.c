/* A program outside the source tree that uses an installed libcalque-http. */
#include <stdio.h>

#include <calque.h>
#include <calque/http.h>

int main(void) {
    calque_http *http = NULL;
    calque_status status = calque_http_create(NULL, 0, &http, NULL);
    calque_http_release(http);
    printf("%s\n", calque_status_name(status));
    return status == CALQUE_OK ? 0 : 1;
}
