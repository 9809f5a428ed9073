#ifndef SPOTLOG_CHARACTER_REFERENCES_H
#define SPOTLOG_CHARACTER_REFERENCES_H

#include <stdint.h>

/* The named character references of HTML, sorted by name. Names are without `&`; most end in `;`.
   Every function takes a number below spotlog_reference_count. */

extern const uint16_t spotlog_reference_count;
extern const char spotlog_reference_letters[];
extern const uint16_t spotlog_reference_offsets[];
extern const uint32_t spotlog_reference_points[];

static inline uint32_t spotlog_reference_length(uint32_t number) {
  return (uint32_t)(spotlog_reference_offsets[number + 1] - spotlog_reference_offsets[number]);
}

/* A character of a name; 0 behind its end. */
static inline uint8_t spotlog_reference_letter(uint32_t number, uint32_t place) {
  return place < spotlog_reference_length(number)
             ? (uint8_t)spotlog_reference_letters[spotlog_reference_offsets[number] + place]
             : 0;
}

/* What it stands for: one or two code points, of which the second is 0 for one. */
static inline uint32_t spotlog_reference_point(uint32_t number, uint32_t place) {
  return spotlog_reference_points[2 * number + place];
}

#endif
