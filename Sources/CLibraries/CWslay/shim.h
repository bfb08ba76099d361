// wslay's enums would import as closed Swift enums: what is used of them stands here as plain numbers.
#pragma once
#include <wslay/wslay.h>

static const int sb_wslay_would_block = WSLAY_ERR_WOULDBLOCK;
static const int sb_wslay_failure = WSLAY_ERR_CALLBACK_FAILURE;
static const unsigned char sb_wslay_text = WSLAY_TEXT_FRAME;
static const unsigned char sb_wslay_binary = WSLAY_BINARY_FRAME;
static const unsigned char sb_wslay_close = WSLAY_CONNECTION_CLOSE;
static const unsigned char sb_wslay_ping = WSLAY_PING;
