#include "pass.h"

#include <string.h>

#include "hmac.h"

#define MAC_BYTES 32
#define LIFETIME_MAX_SECONDS (31u * 86400u)

/* Major types of CBOR (RFC 8949, section 3.1). */
enum { UNSIGNED = 0, NEGATIVE = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5 };

struct reader {
  const uint8_t *at;
  size_t left;
};

/* Reads the head of an item. Only the shortest form of its number is accepted. Returns 0 on failure. */
static int read_head(struct reader *in, uint8_t major, uint64_t *value) {
  if (in->left == 0 || in->at[0] >> 5 != major) return 0;
  uint8_t info = in->at[0] & 31;
  size_t width = info < 24 ? 0 : info < 28 ? (size_t)1 << (info - 24) : SIZE_MAX;
  if (width > 8 || in->left < 1 + width) return 0;
  *value = info;
  if (width > 0) {
    static const uint64_t below[] = {24, 0x100, 0x10000, 0x100000000};
    *value = 0;
    for (size_t i = 1; i <= width; i++) *value = *value << 8 | in->at[i];
    if (*value < below[info - 24]) return 0;
  }
  in->at += 1 + width;
  in->left -= 1 + width;
  return 1;
}

/* Reads a string of exactly or at most `max` bytes. */
static int read_string(struct reader *in, uint8_t major, size_t max, struct reader *content) {
  uint64_t length;
  if (!read_head(in, major, &length) || length > max || length > in->left) return 0;
  content->at = in->at;
  content->left = (size_t)length;
  in->at += length;
  in->left -= (size_t)length;
  return 1;
}

static int read_claim(struct reader *in, uint8_t major, uint64_t key) {
  uint64_t found;
  return read_head(in, major, &found) && found == key;
}

/* Whether the text is valid UTF-8 (RFC 3629), as CBOR demands it: no overlong form, no surrogate, at most U+10FFFF. */
static int is_utf8(const uint8_t *text, size_t length) {
  for (size_t at = 0; at < length;) {
    uint8_t lead = text[at++];
    if (lead < 0x80) continue;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    size_t more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (length - at < more) return 0;
    uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    for (; more > 0; more--, low = 0x80, high = 0xbf) {
      if (text[at] < low || text[at] > high) return 0;
      at++;
    }
  }
  return 1;
}

static int read_claims(struct reader *in, struct kerf_pass *pass) {
  uint64_t value, count;
  struct reader name;
  if (!read_head(in, MAP, &count) || count != 7) return 0;
  if (!read_claim(in, UNSIGNED, 4) || !read_head(in, UNSIGNED, &pass->end)) return 0;
  if (!read_claim(in, UNSIGNED, 6) || !read_head(in, UNSIGNED, &pass->issued_at)) return 0;
  /* -1 - n stands for a negative number. */
  if (!read_claim(in, NEGATIVE, 65536) || !read_head(in, UNSIGNED, &pass->ownership)) return 0;
  if (!read_claim(in, NEGATIVE, 65537) || !read_head(in, UNSIGNED, &pass->rights)) return 0;
  if (!read_claim(in, NEGATIVE, 65538) || !read_head(in, UNSIGNED, &value) || value > UINT16_MAX) return 0;
  pass->member = (uint16_t)value;
  if (!read_claim(in, NEGATIVE, 65539) || !read_head(in, ARRAY, &count) || count > KERF_PASS_MAX_REMOVED) return 0;
  pass->removed_count = (uint8_t)count;
  for (size_t i = 0; i < count; i++) {
    if (!read_head(in, UNSIGNED, &value) || value > UINT16_MAX || (i > 0 && value <= pass->removed[i - 1])) return 0;
    pass->removed[i] = (uint16_t)value;
  }
  if (!read_claim(in, NEGATIVE, 65540) || !read_string(in, TEXT, KERF_PASS_MAX_NAME, &name)) return 0;
  if (!is_utf8(name.at, name.left)) return 0;
  memcpy(pass->name, name.at, name.left);
  pass->name[name.left] = 0;
  return in->left == 0;
}

/* In the same time wherever the two differ. */
static int is_equal(const uint8_t *one, const uint8_t *other, size_t length) {
  uint8_t difference = 0;
  for (size_t i = 0; i < length; i++) difference |= one[i] ^ other[i];
  return difference == 0;
}

/* HMAC of the MAC_structure (RFC 9052, section 6.3): ["MAC0", protected header, empty bytes, payload]. */
static void compute_mac(const uint8_t key[32], struct reader payload, uint8_t mac[MAC_BYTES]) {
  static const uint8_t start[] = {0x84, 0x64, 'M', 'A', 'C', '0', 0x43, 0xa1, 0x01, 0x05, 0x40};
  uint8_t head[2] = {0x58, (uint8_t)payload.left};
  struct kerf_hmac hmac;
  kerf_hmac_start(&hmac, key, 32);
  kerf_hmac_update(&hmac, start, sizeof start);
  if (payload.left < 24) {
    head[1] = (uint8_t)(0x40 | payload.left);
    kerf_hmac_update(&hmac, head + 1, 1);
  } else {
    kerf_hmac_update(&hmac, head, 2);
  }
  kerf_hmac_update(&hmac, payload.at, payload.left);
  kerf_hmac_finish(&hmac, mac);
}

static int is_listed(uint16_t member, const uint16_t *list, uint8_t count) {
  for (uint8_t i = 0; i < count; i++)
    if (list[i] == member) return 1;
  return 0;
}

enum kerf_pass_result kerf_pass_check(struct kerf_pass_state *state, const uint8_t key[32], const uint8_t *bytes,
                                      size_t length, uint64_t clock, struct kerf_pass *pass) {
  /* An array of four; the protected header {1: 5}; no unprotected header. */
  static const uint8_t start[] = {0x84, 0x43, 0xa1, 0x01, 0x05, 0xa0};
  struct reader in, payload, mac;
  uint8_t expected[MAC_BYTES];
  memset(pass, 0, sizeof *pass);
  if (length > KERF_PASS_MAX_BYTES || length < sizeof start || memcmp(bytes, start, sizeof start) != 0)
    return KERF_PASS_MALFORMED;
  in.at = bytes + sizeof start;
  in.left = length - sizeof start;
  if (!read_string(&in, BYTES, KERF_PASS_MAX_BYTES, &payload) || !read_string(&in, BYTES, MAC_BYTES, &mac) ||
      mac.left != MAC_BYTES || in.left != 0)
    return KERF_PASS_MALFORMED;
  compute_mac(key, payload, expected);
  if (!is_equal(mac.at, expected, MAC_BYTES)) return KERF_PASS_WRONG_MAC;
  if (!read_claims(&payload, pass)) return KERF_PASS_MALFORMED;

  if (pass->ownership < state->ownership) return KERF_PASS_FORMER_OWNER;
  int is_renewed = pass->ownership > state->ownership;
  /* A lower version alone is never refused: somebody else's removal locks nobody out. */
  int is_newer = is_renewed || pass->rights > state->rights;
  if (is_listed(pass->member, pass->removed, pass->removed_count) ||
      (!is_newer && is_listed(pass->member, state->removed, state->removed_count)))
    return KERF_PASS_REMOVED;
  if (pass->end > pass->issued_at && pass->end - pass->issued_at > LIFETIME_MAX_SECONDS) return KERF_PASS_TOO_LONG;
  /* A higher ownership number sets the known time, also back. */
  uint64_t known = is_renewed || pass->issued_at > state->known_time ? pass->issued_at : state->known_time;
  if (pass->end <= known || pass->end <= clock) return KERF_PASS_ENDED;

  state->known_time = known;
  if (is_newer) {
    state->ownership = pass->ownership;
    state->rights = pass->rights;
    state->removed_count = pass->removed_count;
    memcpy(state->removed, pass->removed, sizeof state->removed);
  }
  return KERF_PASS_ACCEPTED;
}

void kerf_pass_advance(struct kerf_pass_state *state, uint32_t seconds) {
  if (state->known_time == 0) return;
  state->known_time = seconds > UINT64_MAX - state->known_time ? UINT64_MAX : state->known_time + seconds;
}

size_t kerf_base45_decode(const char *text, size_t length, uint8_t *bytes, size_t max) {
  static const char alphabet[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
  size_t count = 0;
  for (size_t at = 0; at < length; at += 3) {
    uint32_t digits[3] = {0, 0, 0};
    size_t group = length - at < 3 ? length - at : 3;
    if (group == 1) return 0;
    for (size_t i = 0; i < group; i++) {
      const char *found = text[at + i] ? strchr(alphabet, text[at + i]) : NULL;
      if (!found) return 0;
      digits[i] = (uint32_t)(found - alphabet);
    }
    uint32_t value = digits[0] + 45 * digits[1] + 2025 * digits[2];
    if (value > (group == 3 ? 0xffffu : 0xffu) || count + group - 1 > max) return 0;
    if (group == 3) bytes[count++] = (uint8_t)(value >> 8);
    bytes[count++] = (uint8_t)value;
  }
  return count;
}
