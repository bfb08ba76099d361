#pragma once
#include <curl/curl.h>
// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift cannot call.
static inline CURLcode sb_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sb_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sb_set_off(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sb_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sb_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
typedef size_t (*sb_sink)(char *, size_t, size_t, void *);
static inline CURLcode sb_set_sink(CURL *h, CURLoption o, sb_sink v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sb_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sb_get_off(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sb_get_socket(CURL *h, curl_socket_t *v) { return curl_easy_getinfo(h, CURLINFO_ACTIVESOCKET, v); }
static inline CURLMcode sb_multi_set_long(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }
static inline CURLcode sb_message_result(struct CURLMsg *m) { return m->data.result; }
static inline CURLcode sb_set_prereq(CURL *h, CURLoption o, curl_prereq_callback v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sb_set_opensocket(CURL *h, curl_opensocket_callback v) {
  return curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, v);
}
// The address itself is longer than the field that begins it.
static inline const struct sockaddr *sb_address(const struct curl_sockaddr *a) { return &a->addr; }
static inline void *sb_get_private(CURL *h) {
  char *p = NULL;
  return curl_easy_getinfo(h, CURLINFO_PRIVATE, &p) == CURLE_OK ? p : NULL;
}
