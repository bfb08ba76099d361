#pragma once
#include <jansson.h>
// Inline in the library's header, so without a symbol that Swift could call.
static inline void sb_json_decref(json_t *value) { json_decref(value); }
static inline int sb_json_type(const json_t *value) { return (int)json_typeof(value); }
