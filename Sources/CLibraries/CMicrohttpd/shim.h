// What Swift cannot call directly: variadic options, and enums that would import as closed.
#pragma once
#include <microhttpd.h>
#include <string.h>

static inline enum MHD_Result sb_mhd_yes(void) { return MHD_YES; }
static inline enum MHD_Result sb_mhd_no(void) { return MHD_NO; }

// The unescape callback that leaves path and query as they were sent.
static inline size_t sb_mhd_keep_raw(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

struct sb_mhd_callbacks {
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  enum MHD_Result (*access)(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                            const char *version, const char *data, size_t *size, void **request);
  void (*completed)(void *context, struct MHD_Connection *connection, void **request,
                    enum MHD_RequestTerminationCode code);
  void (*notify)(void *context, struct MHD_Connection *connection, void **socket,
                 enum MHD_ConnectionNotificationCode code);
};

// A daemon without a listening socket: connections come through MHD_add_connection.
static inline struct MHD_Daemon *sb_mhd_start(struct sb_mhd_callbacks callbacks, void *context, unsigned threads,
                                              size_t memory, unsigned connections, unsigned timeout) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL,
      callbacks.access, context, MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout, MHD_OPTION_NOTIFY_COMPLETED,
      callbacks.completed, context, MHD_OPTION_NOTIFY_CONNECTION, callbacks.notify, context,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, context, MHD_OPTION_UNESCAPE_CALLBACK, sb_mhd_keep_raw, NULL,
      MHD_OPTION_END);
}

static inline int sb_mhd_add(struct MHD_Daemon *daemon, int descriptor, const void *address, unsigned length) {
  return MHD_add_connection(daemon, descriptor, (const struct sockaddr *)address, (socklen_t)length) == MHD_YES;
}
static inline int sb_mhd_is_started(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}
static inline void *sb_mhd_socket_context(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}
static inline int sb_mhd_descriptor(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}
static inline size_t sb_mhd_head_size(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
}
static inline void sb_mhd_each_header(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, each, context);
}
static inline struct MHD_Response *sb_mhd_bytes(size_t size, const void *bytes) {
  return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
static inline struct MHD_Response *sb_mhd_stream(MHD_ContentReaderCallback reader, void *context,
                                                 MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, reader, context, release);
}
static inline struct MHD_Response *sb_mhd_upgrade(MHD_UpgradeHandler handler, void *context) {
  return MHD_create_response_for_upgrade(handler, context);
}
static inline int sb_mhd_close_upgraded(struct MHD_UpgradeResponseHandle *upgraded) {
  return MHD_upgrade_action(upgraded, MHD_UPGRADE_ACTION_CLOSE) == MHD_YES;
}
static inline int sb_mhd_queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
  return MHD_queue_response(connection, status, response) == MHD_YES;
}
static inline int sb_mhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
  return MHD_add_response_header(response, name, value) == MHD_YES;
}
