/*
 * Checks passes from standard input, so that other implementations can be compared with this one. A line has seven fields, separated by
 * single spaces: key (hexadecimal), the state before (ownership number, rights version, known time, removed members with commas or `-`), the
 * clock, and the text of the QR code (hexadecimal, or `-`: empty). The answer is one line: result, and the state after.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pass.h"

#define LINE_MAX_BYTES 4096

static const char *const RESULTS[] = {"accepted", "malformed", "wrong-mac", "former-owner", "removed", "ended", "too-long"};

static uint64_t read_number(char **at) { return strtoull(*at, at, 10); }

static size_t read_hex(const char *digits, uint8_t *bytes, size_t max) {
  size_t count = 0;
  unsigned byte;
  for (; count < max && sscanf(digits, "%2x", &byte) == 1; digits += 2) bytes[count++] = (uint8_t)byte;
  return count;
}

int main(void) {
  static char line[LINE_MAX_BYTES];
  while (fgets(line, sizeof line, stdin)) {
    uint8_t key[32];
    struct kerf_pass_state state = {0};
    struct kerf_pass pass;
    line[strcspn(line, "\n")] = 0;
    if (read_hex(line, key, sizeof key) != sizeof key) return 1;
    char *at = line + 64;
    state.ownership = read_number(&at);
    state.rights = read_number(&at);
    state.known_time = read_number(&at);
    at++;
    if (*at == '-') at++;
    while (*at != ' ' && state.removed_count < KERF_PASS_MAX_REMOVED) {
      state.removed[state.removed_count++] = (uint16_t)read_number(&at);
      if (*at == ',') at++;
    }
    uint64_t clock = read_number(&at);
    if (*at++ != ' ') return 1;
    /* On the heap and of the exact size, so that a sanitizer sees each read beyond it. */
    size_t max = strlen(at) / 2;
    char *text = malloc(max ? max : 1);
    uint8_t *decoded = malloc(max ? max : 1);
    if (!text || !decoded) return 1;
    size_t length = kerf_base45_decode(text, read_hex(at, (uint8_t *)text, max), decoded, max);
    uint8_t *bytes = malloc(length ? length : 1);
    if (!bytes) return 1;
    memcpy(bytes, decoded, length);
    enum kerf_pass_result result = kerf_pass_check(&state, key, bytes, length, clock, &pass);
    free(bytes);
    free(decoded);
    free(text);
    printf("%s %llu %llu %llu ", RESULTS[result], (unsigned long long)state.ownership, (unsigned long long)state.rights,
           (unsigned long long)state.known_time);
    for (int i = 0; i < state.removed_count; i++) printf(i ? ",%u" : "%u", state.removed[i]);
    puts(state.removed_count ? "" : "-");
  }
  return 0;
}
