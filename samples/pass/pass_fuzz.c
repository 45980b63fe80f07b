/* For libFuzzer (clang -fsanitize=fuzzer,address,undefined). The first byte chooses what the rest is: see the cases below. */
#include <stdlib.h>
#include <string.h>

#include "hmac.h"
#include "pass.h"
#include "pass_store.h"

static const uint8_t KEY[32] = {1, 2, 3};

static void require(int condition) {
  if (!condition) abort();
}

static int is_listed(const struct kerf_pass *pass) {
  for (int i = 0; i < pass->removed_count; i++)
    if (pass->removed[i] == pass->member) return 1;
  return 0;
}

static void check(const uint8_t *bytes, size_t length, int may_pass) {
  struct kerf_pass_state state = {1000, 1000, 1000, {7}, 1}, before = state;
  struct kerf_pass pass;
  enum kerf_pass_result result = kerf_pass_check(&state, KEY, bytes, length, 1500, &pass);
  if (result != KERF_PASS_ACCEPTED) {
    require(memcmp(&before, &state, sizeof state) == 0);
    return;
  }
  require(may_pass);
  require(pass.ownership >= before.ownership && state.ownership >= before.ownership);
  require(pass.end > 1500 && pass.end > state.known_time && !is_listed(&pass));
  require(pass.end - pass.issued_at <= 31 * 86400);
  require(memchr(pass.name, 0, sizeof pass.name) != NULL && pass.removed_count <= KERF_PASS_MAX_REMOVED);
}

/* Puts a payload into a pass with the right MAC, so that the fuzzer reaches the claims. */
static void check_payload(const uint8_t *payload, size_t length) {
  static const uint8_t start[] = {0x84, 0x43, 0xa1, 0x01, 0x05, 0xa0};
  static const uint8_t mac_start[] = {0x84, 0x64, 'M', 'A', 'C', '0', 0x43, 0xa1, 0x01, 0x05, 0x40};
  uint8_t bytes[sizeof start + 2 + 255 + 2 + 32];
  struct kerf_hmac hmac;
  size_t at = sizeof start;
  if (length > 255) return;
  memcpy(bytes, start, sizeof start);
  if (length < 24) {
    bytes[at++] = (uint8_t)(0x40 | length);
  } else {
    bytes[at++] = 0x58;
    bytes[at++] = (uint8_t)length;
  }
  memcpy(bytes + at, payload, length);
  kerf_hmac_start(&hmac, KEY, 32);
  kerf_hmac_update(&hmac, mac_start, sizeof mac_start);
  kerf_hmac_update(&hmac, bytes + sizeof start, at + length - sizeof start);
  at += length;
  bytes[at++] = 0x58;
  bytes[at++] = 0x20;
  kerf_hmac_finish(&hmac, bytes + at);
  check(bytes, at + 32, 1);
}

static int read_slot(void *context, int slot, uint8_t bytes[KERF_PASS_SLOT_BYTES]) {
  memcpy(bytes, (uint8_t *)context + slot * KERF_PASS_SLOT_BYTES, KERF_PASS_SLOT_BYTES);
  return 1;
}
static int write_slot(void *context, int slot, const uint8_t bytes[KERF_PASS_SLOT_BYTES]) {
  memcpy((uint8_t *)context + slot * KERF_PASS_SLOT_BYTES, bytes, KERF_PASS_SLOT_BYTES);
  return 1;
}

/* Any content of the memory is loaded, and what is stored after it is loaded again. */
static void check_memory(const uint8_t *content, size_t length) {
  uint8_t slots[2 * KERF_PASS_SLOT_BYTES] = {0};
  struct kerf_pass_memory memory = {read_slot, write_slot, slots};
  struct kerf_pass_state state, again;
  memcpy(slots, content, length < sizeof slots ? length : sizeof slots);
  kerf_pass_load(&memory, &state);
  require(state.removed_count <= KERF_PASS_MAX_REMOVED);
  require(kerf_pass_store(&memory, &state) && kerf_pass_load(&memory, &again) == KERF_PASS_LOADED);
  require(state.ownership == again.ownership && state.known_time == again.known_time);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  uint8_t bytes[KERF_PASS_MAX_BYTES + 8];
  switch (data[0] % 4) {
    case 0:
      /* Nobody without the key makes a pass. */
      check(data + 1, size - 1, 0);
      break;
    case 1:
      check_payload(data + 1, size - 1);
      break;
    case 2:
      require(kerf_base45_decode((const char *)data + 1, size - 1, bytes, sizeof bytes) <= sizeof bytes);
      break;
    default:
      check_memory(data + 1, size - 1);
  }
  return 0;
}
