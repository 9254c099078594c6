// libcurl's option and query calls are variadic, which Swift cannot import: here each kind of value has a call of its own.
#pragma once
#include <curl/curl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline CURLcode ccurl_set_long(CURL *transfer, CURLoption option, long value) { return curl_easy_setopt(transfer, option, value); }
static inline CURLcode ccurl_set_text(CURL *transfer, CURLoption option, const char *value) { return curl_easy_setopt(transfer, option, value); }
static inline CURLcode ccurl_set_pointer(CURL *transfer, CURLoption option, void *value) { return curl_easy_setopt(transfer, option, value); }
static inline CURLcode ccurl_set_list(CURL *transfer, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode ccurl_set_url(CURL *transfer, CURLU *url) { return curl_easy_setopt(transfer, CURLOPT_CURLU, url); }
static inline CURLcode ccurl_set_large(CURL *transfer, CURLoption option, int64_t value) {
    return curl_easy_setopt(transfer, option, (curl_off_t)value);
}

// For CURLOPT_READFUNCTION, CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION, which share one shape.
typedef size_t (*ccurl_transfer_bytes)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode ccurl_on_bytes(CURL *transfer, CURLoption option, ccurl_transfer_bytes call) {
    return curl_easy_setopt(transfer, option, call);
}
static inline CURLcode ccurl_on_seek(CURL *transfer, curl_seek_callback call) { return curl_easy_setopt(transfer, CURLOPT_SEEKFUNCTION, call); }
static inline CURLcode ccurl_on_request(CURL *transfer, curl_prereq_callback call) {
    return curl_easy_setopt(transfer, CURLOPT_PREREQFUNCTION, call);
}
static inline CURLcode ccurl_status(CURL *transfer, long *status) { return curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, status); }
static inline CURLcode ccurl_private(CURL *transfer, void **context) { return curl_easy_getinfo(transfer, CURLINFO_PRIVATE, context); }

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) { return curl_multi_setopt(multi, option, value); }
static inline CURLMcode ccurl_multi_on_socket(CURLM *multi, curl_socket_callback call, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, call);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}
static inline CURLMcode ccurl_multi_on_timer(CURLM *multi, curl_multi_timer_callback call, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, call);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}
static inline CURLSHcode ccurl_share(CURLSH *share, curl_lock_data what) { return curl_share_setopt(share, CURLSHOPT_SHARE, what); }

// An allocator that overwrites what it frees: libcurl copies headers and bodies, and with them credentials and card numbers, into buffers of its
// own. Each block is preceded by its size.
enum { ccurl_prefix = 16 };
static inline void *ccurl_allocate(size_t count) {
    if (count > SIZE_MAX - ccurl_prefix) return NULL;
    char *block = (char *)malloc(count + ccurl_prefix);
    if (!block) return NULL;
    memcpy(block, &count, sizeof count);
    return block + ccurl_prefix;
}
static inline void ccurl_release(void *memory) {
    if (!memory) return;
    char *block = (char *)memory - ccurl_prefix;
    size_t count;
    memcpy(&count, block, sizeof count);
    explicit_bzero(memory, count);
    free(block);
}
static inline void *ccurl_resize(void *memory, size_t count) {
    void *larger = ccurl_allocate(count);
    if (!memory || !larger) return larger;
    size_t former;
    memcpy(&former, (char *)memory - ccurl_prefix, sizeof former);
    memcpy(larger, memory, former < count ? former : count);
    ccurl_release(memory);
    return larger;
}
static inline void *ccurl_allocate_zeroed(size_t members, size_t size) {
    if (size && members > SIZE_MAX / size) return NULL;
    void *memory = ccurl_allocate(members * size);
    return memory ? memset(memory, 0, members * size) : NULL;
}
static inline char *ccurl_duplicate(const char *text) {
    size_t count = strlen(text) + 1;
    char *copy = (char *)ccurl_allocate(count);
    return copy ? (char *)memcpy(copy, text, count) : NULL;
}
static inline CURLcode ccurl_global_init_wiping(void) {
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, ccurl_allocate, ccurl_release, ccurl_resize, ccurl_duplicate, ccurl_allocate_zeroed);
}
