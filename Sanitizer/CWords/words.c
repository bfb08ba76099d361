#include "words.h"

long sb_word_load(const long *word, int ordering) {
  switch (ordering) {
  case __ATOMIC_RELAXED: return __atomic_load_n(word, __ATOMIC_RELAXED);
  case __ATOMIC_ACQUIRE: return __atomic_load_n(word, __ATOMIC_ACQUIRE);
  default: return __atomic_load_n(word, __ATOMIC_SEQ_CST);
  }
}

void sb_word_store(long *word, long value, int ordering) {
  switch (ordering) {
  case __ATOMIC_RELAXED: return __atomic_store_n(word, value, __ATOMIC_RELAXED);
  case __ATOMIC_RELEASE: return __atomic_store_n(word, value, __ATOMIC_RELEASE);
  default: return __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
  }
}

long sb_word_add(long *word, long value, int ordering) {
  switch (ordering) {
  case __ATOMIC_RELAXED: return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
  case __ATOMIC_ACQUIRE: return __atomic_fetch_add(word, value, __ATOMIC_ACQUIRE);
  case __ATOMIC_RELEASE: return __atomic_fetch_add(word, value, __ATOMIC_RELEASE);
  case __ATOMIC_ACQ_REL: return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
  default: return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);
  }
}
