/* Test program: refusals, the known time, 200,000 damaged passes, and the stored state with the power cut at every byte of every write. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hmac.h"
#include "pass.h"
#include "pass_store.h"

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

static void test_time(void) {
  memset(&state, 0, sizeof state);
  kerf_pass_advance(&state, 900);
  EXPECT(state.known_time == 0);
  const struct claims base = {2000, 1000, 50, 50, 1, 0, {0}};
  EXPECT(check(base) == KERF_PASS_ACCEPTED);
  kerf_pass_advance(&state, 999);
  EXPECT(state.known_time == 1999 && check(base) == KERF_PASS_ACCEPTED);
  kerf_pass_advance(&state, 1);
  EXPECT(check(base) == KERF_PASS_ENDED);
  state.known_time = UINT64_MAX - 1;
  kerf_pass_advance(&state, 900);
  EXPECT(state.known_time == UINT64_MAX);
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

/* The memory of a machine. After `budget` written bytes the power is cut: the next byte holds anything, and no later one is written. */
struct flash {
  uint8_t slots[2][KERF_PASS_SLOT_BYTES];
  long budget;
  int erases;
};

static int read_flash(void *context, int slot, uint8_t bytes[KERF_PASS_SLOT_BYTES]) {
  memcpy(bytes, ((struct flash *)context)->slots[slot], KERF_PASS_SLOT_BYTES);
  return 1;
}

static int write_byte(struct flash *flash, uint8_t *byte, uint8_t value) {
  if (flash->budget < 0) return 0;
  *byte = flash->budget == 0 ? (uint8_t)next_random() : value;
  return flash->budget-- > 0;
}

static int write_flash(void *context, int slot, const uint8_t bytes[KERF_PASS_SLOT_BYTES]) {
  struct flash *flash = context;
  for (int i = 0; flash->erases && i < KERF_PASS_SLOT_BYTES; i++)
    if (!write_byte(flash, &flash->slots[slot][i], 0xff)) return 0;
  for (int i = 0; i < KERF_PASS_SLOT_BYTES; i++)
    if (!write_byte(flash, &flash->slots[slot][i], bytes[i])) return 0;
  return 1;
}

static struct kerf_pass_state random_state(void) {
  struct kerf_pass_state made = {0};
  made.ownership = next_random();
  made.rights = next_random();
  made.known_time = next_random();
  made.removed_count = (uint8_t)(next_random() % (KERF_PASS_MAX_REMOVED + 1));
  for (int i = 0; i < made.removed_count; i++) made.removed[i] = (uint16_t)next_random();
  return made;
}

static int is_same(const struct kerf_pass_state *one, const struct kerf_pass_state *other) {
  return one->ownership == other->ownership && one->rights == other->rights && one->known_time == other->known_time &&
         one->removed_count == other->removed_count && memcmp(one->removed, other->removed, sizeof one->removed) == 0;
}

/* Cuts the power at every byte of every one of 30 writes, and at every byte of the write after the cut. Returns the number of cuts. */
static int test_store(int erases) {
  struct flash flash;
  struct kerf_pass_memory memory = {read_flash, write_flash, &flash};
  struct kerf_pass_state known = {0}, next, loaded;
  const long bytes = erases ? 2 * KERF_PASS_SLOT_BYTES : KERF_PASS_SLOT_BYTES;
  int cuts = 0;
  memset(&flash, 0xff, sizeof flash);
  flash.erases = erases;
  EXPECT(kerf_pass_load(&memory, &loaded) == KERF_PASS_EMPTY && is_same(&loaded, &known));
  for (int round = 0; round < 30; round++) {
    struct flash before = flash;
    next = random_state();
    for (long cut = 0; cut < bytes; cut++) {
      flash = before;
      flash.budget = cut;
      int stored = kerf_pass_store(&memory, &next);
      enum kerf_pass_load_result result = kerf_pass_load(&memory, &loaded);
      EXPECT(result == (round == 0 && !is_same(&loaded, &next) ? KERF_PASS_EMPTY : KERF_PASS_LOADED));
      EXPECT(is_same(&loaded, &known) || is_same(&loaded, &next));
      EXPECT(!stored || is_same(&loaded, &next));
      cuts++;
      /* After the power is back, another write, cut too, and one that is not. */
      struct kerf_pass_state held = loaded, later = random_state();
      flash.budget = (long)(next_random() % (uint64_t)bytes);
      kerf_pass_store(&memory, &later);
      kerf_pass_load(&memory, &loaded);
      EXPECT(is_same(&loaded, &held) || is_same(&loaded, &later));
      flash.budget = 1 << 20;
      EXPECT(kerf_pass_store(&memory, &later) && kerf_pass_load(&memory, &loaded) == KERF_PASS_LOADED);
      EXPECT(is_same(&loaded, &later));
    }
    flash = before;
    flash.budget = 1 << 20;
    EXPECT(kerf_pass_store(&memory, &next));
    known = next;
  }
  memset(flash.slots, 0x55, sizeof flash.slots);
  EXPECT(kerf_pass_load(&memory, &loaded) == KERF_PASS_DAMAGED);
  return cuts;
}

static uint32_t crc32_of(const uint8_t *bytes, size_t length) {
  uint32_t crc = 0xffffffff;
  for (size_t i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

/* The sequence number wraps around, and a machine that was stopped there goes on. */
static void test_sequence(void) {
  struct flash flash;
  struct kerf_pass_memory memory = {read_flash, write_flash, &flash};
  struct kerf_pass_state loaded, first = random_state();
  memset(&flash, 0, sizeof flash);
  flash.budget = 1L << 30;
  EXPECT(kerf_pass_store(&memory, &first));
  memset(flash.slots[0], 0xff, 4);
  uint32_t crc = crc32_of(flash.slots[0], KERF_PASS_SLOT_BYTES - 4);
  for (int i = 0; i < 4; i++) flash.slots[0][KERF_PASS_SLOT_BYTES - 4 + i] = (uint8_t)(crc >> (24 - 8 * i));
  EXPECT(kerf_pass_load(&memory, &loaded) == KERF_PASS_LOADED && is_same(&loaded, &first));
  for (int round = 0; round < 4; round++) {
    struct kerf_pass_state next = random_state();
    EXPECT(kerf_pass_store(&memory, &next) && kerf_pass_load(&memory, &loaded) == KERF_PASS_LOADED);
    EXPECT(is_same(&loaded, &next));
  }
}

int main(void) {
  test_rules();
  test_time();
  test_base45();
  test_damage(0);
  test_damage(1);
  int cuts = test_store(0) + test_store(1);
  test_sequence();
  printf("%d damaged passes, %d power cuts, %d failures\n", ROUNDS, cuts, failures);
  return failures ? 1 : 0;
}
