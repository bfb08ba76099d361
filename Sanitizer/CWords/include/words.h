#pragma once

// Atomic words for the stand-in of `Synchronization`: C, because the compiler instruments it for the sanitizer as it does
// ours. An ordering is one of C11's `memory_order`.
long sb_word_load(const long *word, int ordering);
void sb_word_store(long *word, long value, int ordering);
/// Returns the value before.
long sb_word_add(long *word, long value, int ordering);
