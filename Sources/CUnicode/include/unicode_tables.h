#ifndef SPOTLOG_UNICODE_TABLES_H
#define SPOTLOG_UNICODE_TABLES_H

#include <stdint.h>

#include "character_references.h"

/* Properties of characters, in tables of two stages. Every function takes any number below
   0x110000. */

extern const uint16_t spotlog_class_index[];
extern const uint8_t spotlog_class_blocks[];
extern const uint8_t spotlog_class_break[];
extern const uint8_t spotlog_class_flags[];
extern const uint8_t spotlog_class_combining[];

enum {
  /* A letter, a number or a mark on one. */
  SPOTLOG_IS_WORD = 1,
  SPOTLOG_IS_UPPER = 2,
  SPOTLOG_IS_LOWER = 4,
  /* Of a script whose words are not apart from each other. */
  SPOTLOG_IS_DENSE = 8,
  /* A mark that makes no other letter: an accent. */
  SPOTLOG_IS_ACCENT = 16,
  SPOTLOG_IS_MARK = 32,
  SPOTLOG_IS_PICTURE = 64,
  /* A hyphen, a low line or an apostrophe: what it joins is one word to many. */
  SPOTLOG_IS_JOINT = 128,
};

static inline uint8_t spotlog_class(uint32_t point) {
  return spotlog_class_blocks[((uint32_t)spotlog_class_index[point >> 7] << 7) | (point & 127)];
}

/* The property Word_Break, numbered as in tools/generate-unicode. */
static inline uint8_t spotlog_word_break(uint32_t point) {
  return spotlog_class_break[spotlog_class(point)];
}

static inline uint8_t spotlog_character_flags(uint32_t point) {
  return spotlog_class_flags[spotlog_class(point)];
}

static inline uint8_t spotlog_combining_class(uint32_t point) {
  return spotlog_class_combining[spotlog_class(point)];
}

/* Mappings: NULL where a character stands for itself, else a count and so many characters. */

extern const uint16_t spotlog_canonical_index[];
extern const uint16_t spotlog_canonical_blocks[];
extern const uint32_t spotlog_canonical_data[];
extern const uint16_t spotlog_case_index[];
extern const uint16_t spotlog_case_blocks[];
extern const uint32_t spotlog_case_data[];
extern const uint16_t spotlog_search_index[];
extern const uint16_t spotlog_search_blocks[];
extern const uint32_t spotlog_search_data[];

static inline const uint32_t *spotlog_mapped(const uint16_t *index, const uint16_t *blocks,
                                             const uint32_t *data, uint32_t point) {
  uint16_t place = blocks[((uint32_t)index[point >> 6] << 6) | (point & 63)];
  return place == 0 ? 0 : data + place;
}

/* The whole canonical decomposition, except of syllables of Hangul and of voiced kana. */
static inline const uint32_t *spotlog_canonical(uint32_t point) {
  return spotlog_mapped(spotlog_canonical_index, spotlog_canonical_blocks, spotlog_canonical_data,
                        point);
}

/* The full case folding. */
static inline const uint32_t *spotlog_case_folded(uint32_t point) {
  return spotlog_mapped(spotlog_case_index, spotlog_case_blocks, spotlog_case_data, point);
}

/* What an index looks for: compatible, without case, accents and widths, katakana as hiragana,
   digits as those of ASCII. A count of 0: no word has it. */
static inline const uint32_t *spotlog_search_folded(uint32_t point) {
  return spotlog_mapped(spotlog_search_index, spotlog_search_blocks, spotlog_search_data, point);
}

#endif
