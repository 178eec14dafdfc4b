/* The parts of libcurl that the Swift sources use: Swift cannot call its
 * variadic functions and does not see its macros. */
#ifndef CALQUE_CURL_H
#define CALQUE_CURL_H

#include <curl/curl.h>
#include <pthread.h>

static void calque_curl_global_init(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* Makes libcurl ready, once in the process. */
static inline void calque_curl_start(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, calque_curl_global_init);
}

static inline CURLcode calque_curl_set_long(CURL *easy, CURLoption option,
                                            long value) {
    return curl_easy_setopt(easy, option, value);
}

/* Bytes that an answer may have; libcurl refuses a length beyond all numbers
 * only when there is a limit. */
static inline CURLcode calque_curl_set_most_bytes(CURL *easy, int64_t count) {
    return curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)count);
}

/* libcurl copies the text; NULL is its own default, or none. */
static inline CURLcode calque_curl_set_text(CURL *easy, CURLoption option,
                                            const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode calque_curl_set_pointer(CURL *easy, CURLoption option,
                                               void *value) {
    return curl_easy_setopt(easy, option, value);
}

/* The body of a request, which has to live as long as the transfer. */
static inline CURLcode calque_curl_set_body(CURL *easy, const char *body,
                                            int64_t length) {
    CURLcode code =
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    if (code != CURLE_OK) return code;
    return curl_easy_setopt(easy, CURLOPT_POSTFIELDS, length > 0 ? body : "");
}

typedef size_t (*calque_curl_sink)(char *bytes, size_t size, size_t count,
                                   void *user_data);

static inline CURLcode calque_curl_set_sink(CURL *easy, CURLoption option,
                                            calque_curl_sink sink) {
    return curl_easy_setopt(easy, option, sink);
}

static inline long calque_curl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static inline long calque_curl_redirects(CURL *easy) {
    long count = 0;
    curl_easy_getinfo(easy, CURLINFO_REDIRECT_COUNT, &count);
    return count;
}

static inline void *calque_curl_owner(CURL *easy) {
    char *owner = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &owner);
    return owner;
}

static inline CURLMcode
calque_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* The next transfer that is over, and how it ended; NULL when there is none. */
static inline CURL *calque_curl_next_done(CURLM *multi, CURLcode *code) {
    int waiting = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &waiting)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

#endif
