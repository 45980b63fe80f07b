/*
 * Test program: `pass_test FILE` reads lines of `exp iat ownership rights member removed name key bytes`, separated by tabs, as the
 * vectors of docs/machines.md; then it checks refusals, the stored state and 200,000 damaged passes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hmac.h"
#include "pass.h"

#define ROUNDS 200000

static int failures;

#define EXPECT(condition)                                            \
  do {                                                               \
    if (!(condition)) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);        \
      failures++;                                                    \
    }                                                                \
  } while (0)

static uint8_t key[32];

static size_t from_hex(const char *hex, uint8_t *bytes, size_t max) {
  size_t count = strlen(hex) / 2;
  unsigned value;
  if (count > max) return 0;
  for (size_t i = 0; i < count; i++) {
    if (sscanf(hex + 2 * i, "%2x", &value) != 1) return 0;
    bytes[i] = (uint8_t)value;
  }
  return count;
}

static size_t put_head(uint8_t *out, unsigned major, uint64_t value) {
  unsigned width = value < 24 ? 0 : value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 0x100000000 ? 4 : 8;
  unsigned info = width == 0 ? (unsigned)value : width == 1 ? 24 : width == 2 ? 25 : width == 4 ? 26 : 27;
  out[0] = (uint8_t)(major << 5 | info);
  for (unsigned i = 0; i < width; i++) out[1 + i] = (uint8_t)(value >> (8 * (width - 1 - i)));
  return 1 + width;
}

struct claims {
  uint64_t end, issued_at, ownership, rights, member;
  size_t removed_count;
  uint64_t removed[10];
};

/* Encodes what a server with this key would. */
static size_t make(const struct claims *claims, uint8_t *out) {
  uint8_t payload[200];
  size_t n = put_head(payload, 5, 7);
  const uint64_t keys[] = {65536, 65537, 65538};
  const uint64_t values[] = {claims->ownership, claims->rights, claims->member};
  n += put_head(payload + n, 0, 4);
  n += put_head(payload + n, 0, claims->end);
  n += put_head(payload + n, 0, 6);
  n += put_head(payload + n, 0, claims->issued_at);
  for (int i = 0; i < 3; i++) {
    n += put_head(payload + n, 1, keys[i]);
    n += put_head(payload + n, 0, values[i]);
  }
  n += put_head(payload + n, 1, 65539);
  n += put_head(payload + n, 4, claims->removed_count);
  for (size_t i = 0; i < claims->removed_count; i++) n += put_head(payload + n, 0, claims->removed[i]);
  n += put_head(payload + n, 1, 65540);
  n += put_head(payload + n, 3, 1);
  payload[n++] = 'A';
  const uint8_t start[] = {0x84, 0x43, 0xa1, 0x01, 0x05, 0xa0};
  const uint8_t mac_start[] = {0x84, 0x64, 'M', 'A', 'C', '0', 0x43, 0xa1, 0x01, 0x05, 0x40};
  memcpy(out, start, sizeof start);
  size_t at = sizeof start, head = put_head(out + at, 2, n);
  struct kerf_hmac hmac;
  kerf_hmac_start(&hmac, key, 32);
  kerf_hmac_update(&hmac, mac_start, sizeof mac_start);
  kerf_hmac_update(&hmac, out + at, head);
  kerf_hmac_update(&hmac, payload, n);
  at += head;
  memcpy(out + at, payload, n);
  at += n;
  at += put_head(out + at, 2, 32);
  kerf_hmac_finish(&hmac, out + at);
  return at + 32;
}

static struct kerf_pass_state state;

static enum kerf_pass_result check_at(struct claims claims, uint64_t clock) {
  uint8_t bytes[400];
  struct kerf_pass pass;
  return kerf_pass_check(&state, key, bytes, make(&claims, bytes), clock, &pass);
}
static enum kerf_pass_result check(struct claims claims) { return check_at(claims, 0); }

static void test_rules(void) {
  const struct claims base = {2000, 1000, 50, 50, 1, 0, {0}};
  struct claims claims = base;
  memset(&state, 0, sizeof state);
  EXPECT(check(claims) == KERF_PASS_ACCEPTED);
  EXPECT(state.ownership == 50 && state.rights == 50 && state.known_time == 1000);

  claims.ownership = 49;
  EXPECT(check(claims) == KERF_PASS_FORMER_OWNER);

  /* Member 2 is removed: listed from version 60 on. */
  claims = base;
  claims.rights = 60;
  claims.removed_count = 1;
  claims.removed[0] = 2;
  EXPECT(check(claims) == KERF_PASS_ACCEPTED);
  EXPECT(state.rights == 60 && state.removed_count == 1 && state.removed[0] == 2);
  claims = base;
  claims.member = 2;
  EXPECT(check(claims) == KERF_PASS_REMOVED);
  /* A lower version alone is not refused, and changes neither list nor version. */
  claims.member = 3;
  EXPECT(check(claims) == KERF_PASS_ACCEPTED);
  EXPECT(state.rights == 60 && state.removed_count == 1);
  /* A higher version replaces the list as a whole. */
  claims.rights = 70;
  EXPECT(check(claims) == KERF_PASS_ACCEPTED);
  EXPECT(state.removed_count == 0);
  claims.removed_count = 1;
  claims.removed[0] = 3;
  EXPECT(check(claims) == KERF_PASS_REMOVED);

  claims = base;
  claims.end = 1000;
  EXPECT(check(claims) == KERF_PASS_ENDED);
  claims.end = 1000 + 31 * 86400;
  EXPECT(check(claims) == KERF_PASS_ACCEPTED);
  claims.end++;
  EXPECT(check(claims) == KERF_PASS_TOO_LONG);
  claims.end = UINT64_MAX;
  EXPECT(check(claims) == KERF_PASS_TOO_LONG);

  /* The known time; a later clock counts and is not stored. */
  state.known_time = 1999;
  EXPECT(check(base) == KERF_PASS_ACCEPTED);
  EXPECT(check_at(base, 2000) == KERF_PASS_ENDED);
  EXPECT(state.known_time == 1999);
  EXPECT(check_at(base, 1999) == KERF_PASS_ACCEPTED);
  state.known_time = 2000;
  EXPECT(check(base) == KERF_PASS_ENDED);
  /* A higher ownership number sets it back, and empties the list. */
  state.removed_count = 1;
  state.removed[0] = 1;
  claims = base;
  claims.ownership = 51;
  EXPECT(check(claims) == KERF_PASS_ACCEPTED);
  EXPECT(state.ownership == 51 && state.known_time == 1000 && state.removed_count == 0);

  /* Not as specified, though the MAC is right. */
  struct kerf_pass_state before = state;
  claims.removed_count = 9;
  for (size_t i = 0; i < 9; i++) claims.removed[i] = i;
  EXPECT(check(claims) == KERF_PASS_MALFORMED);
  claims.removed_count = 2;
  claims.removed[0] = claims.removed[1] = 7;
  EXPECT(check(claims) == KERF_PASS_MALFORMED);
  claims.removed_count = 0;
  claims.member = 65536;
  EXPECT(check(claims) == KERF_PASS_MALFORMED);
  EXPECT(memcmp(&before, &state, sizeof state) == 0);
}

static void test_base45(void) {
  uint8_t bytes[8];
  EXPECT(kerf_base45_decode("BB8", 3, bytes, 8) == 2 && memcmp(bytes, "AB", 2) == 0);
  EXPECT(kerf_base45_decode("%69 VD92EX0", 11, bytes, 8) == 7 && memcmp(bytes, "Hello!!", 7) == 0);
  EXPECT(kerf_base45_decode("BB8", 3, bytes, 1) == 0);
  EXPECT(kerf_base45_decode("BB8B", 4, bytes, 8) == 0);
  EXPECT(kerf_base45_decode(":::", 3, bytes, 8) == 0);
  EXPECT(kerf_base45_decode("bb8", 3, bytes, 8) == 0);
}

/* xorshift64: the same damage in every run */
static uint64_t seed = 88172645463325252u;
static uint64_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  return seed ^= seed << 17;
}

/* Damages valid passes. `with_mac`: the MAC is computed again, so that the parser of the claims sees the damage. */
static void test_damage(int with_mac) {
  const struct claims base = {2000, 1000, 50, 50, 1, 2, {5, 300}};
  const uint8_t mac_start[] = {0x84, 0x64, 'M', 'A', 'C', '0', 0x43, 0xa1, 0x01, 0x05, 0x40};
  uint8_t good[400];
  size_t length = make(&base, good);
  int accepted = 0;
  for (int round = 0; round < ROUNDS / 2; round++) {
    /* Of the exact size, so that a sanitizer sees each read beyond it. */
    size_t size = !with_mac && next_random() % 4 == 0 ? next_random() % length : length;
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes) abort();
    memcpy(bytes, good, size);
    size_t from = with_mac ? 8 : 0, to = with_mac ? length - 34 : size;
    for (uint64_t changes = next_random() % 4; to > from && changes < 4; changes++)
      bytes[from + next_random() % (to - from)] = (uint8_t)next_random();
    if (with_mac) {
      struct kerf_hmac hmac;
      kerf_hmac_start(&hmac, key, 32);
      kerf_hmac_update(&hmac, mac_start, sizeof mac_start);
      kerf_hmac_update(&hmac, bytes + 6, length - 34 - 6);
      kerf_hmac_finish(&hmac, bytes + length - 32);
    }
    struct kerf_pass_state fresh = {0};
    struct kerf_pass pass;
    enum kerf_pass_result result = kerf_pass_check(&fresh, key, bytes, size, 0, &pass);
    accepted += result == KERF_PASS_ACCEPTED;
    if (!with_mac && (size != length || memcmp(bytes, good, size) != 0)) EXPECT(result != KERF_PASS_ACCEPTED);
    free(bytes);
  }
  EXPECT(with_mac ? accepted > 0 && accepted < ROUNDS / 2 : 1);
}

static int test_vectors(const char *path) {
  char line[1024];
  int count = 0;
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file)) {
    char *cells[9], *rest = line;
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < 9; i++) {
      cells[i] = rest;
      rest += strcspn(rest, "\t");
      if (*rest) *rest++ = 0;
    }
    uint8_t bytes[KERF_PASS_MAX_BYTES];
    struct kerf_pass_state fresh = {0};
    struct kerf_pass pass;
    EXPECT(from_hex(cells[7], key, sizeof key) == sizeof key);
    size_t length = from_hex(cells[8], bytes, sizeof bytes);
    EXPECT(kerf_pass_check(&fresh, key, bytes, length, 0, &pass) == KERF_PASS_ACCEPTED);
    EXPECT(pass.end == strtoull(cells[0], NULL, 10) && pass.issued_at == strtoull(cells[1], NULL, 10));
    EXPECT(pass.ownership == strtoull(cells[2], NULL, 10) && pass.rights == strtoull(cells[3], NULL, 10));
    EXPECT(pass.member == strtoull(cells[4], NULL, 10) && strcmp(pass.name, cells[6]) == 0);
    char *list = cells[5];
    for (int i = 0; i < pass.removed_count; i++) EXPECT(pass.removed[i] == strtoull(list, &list, 10));
    EXPECT(*list == 0);
    bytes[length - 1] ^= 1;
    EXPECT(kerf_pass_check(&fresh, key, bytes, length, 0, &pass) == KERF_PASS_WRONG_MAC);
    count++;
  }
  fclose(file);
  return count;
}

int main(int argc, char **argv) {
  int vectors = argc > 1 ? test_vectors(argv[1]) : 0;
  EXPECT(vectors > 0);
  test_rules();
  test_base45();
  test_damage(0);
  test_damage(1);
  printf("%d vectors, %d damaged passes, %d failures\n", vectors, ROUNDS, failures);
  return failures ? 1 : 0;
}
