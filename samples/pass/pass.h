/* Check of a pass without a network, as docs/passes.md specifies it. C99, without allocation. */
#ifndef KERF_PASS_H
#define KERF_PASS_H

#include <stddef.h>
#include <stdint.h>

#define KERF_PASS_MAX_BYTES 160
#define KERF_PASS_MAX_REMOVED 8
#define KERF_PASS_MAX_NAME 24

/* Stored by the machine. All zero when it is made. A factory reset keeps it. */
struct kerf_pass_state {
  uint64_t ownership;
  uint64_t rights;
  /* Unix seconds: the latest accepted `iat` plus the time powered on since. 0: unknown. Stored every 15 minutes. */
  uint64_t known_time;
  uint16_t removed[KERF_PASS_MAX_REMOVED];
  uint8_t removed_count;
};

struct kerf_pass {
  uint64_t end;
  uint64_t issued_at;
  uint64_t ownership;
  uint64_t rights;
  uint16_t member;
  uint16_t removed[KERF_PASS_MAX_REMOVED];
  uint8_t removed_count;
  /* UTF-8 with a terminating zero, for the display */
  char name[KERF_PASS_MAX_NAME + 1];
};

enum kerf_pass_result {
  KERF_PASS_ACCEPTED,
  KERF_PASS_MALFORMED,
  KERF_PASS_WRONG_MAC,
  KERF_PASS_FORMER_OWNER,
  KERF_PASS_REMOVED,
  KERF_PASS_ENDED,
  KERF_PASS_TOO_LONG
};

/*
 * Checks a pass with the key `pass` of the machine. `clock`: Unix seconds of a clock of the machine, or 0. It counts where it is later
 * than the known time, and is never stored. Changes `state` only when the pass is accepted: store it before the machine starts.
 */
enum kerf_pass_result kerf_pass_check(struct kerf_pass_state *state, const uint8_t key[32], const uint8_t *bytes,
                                      size_t length, uint64_t clock, struct kerf_pass *pass);

/* Adds time for which the machine was powered on to the known time. Does nothing before the first accepted pass. */
void kerf_pass_advance(struct kerf_pass_state *state, uint32_t seconds);

/* Decodes base45 (RFC 9285) as a QR code holds it. Returns the number of bytes, or 0 if the text is not valid or too long. */
size_t kerf_base45_decode(const char *text, size_t length, uint8_t *bytes, size_t max);

#endif
