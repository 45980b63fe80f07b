#include "pass_store.h"

#include <string.h>

/* A slot, big-endian: sequence number (4), ownership (8), rights (8), known time (8), count (1), members (2 each), reserved (1), CRC-32 (4). */
#define CHECK_AT (KERF_PASS_SLOT_BYTES - 4)

static void put(uint8_t *bytes, uint64_t value, int width) {
  for (int i = 0; i < width; i++) bytes[i] = (uint8_t)(value >> (8 * (width - 1 - i)));
}

static uint64_t get(const uint8_t *bytes, int width) {
  uint64_t value = 0;
  for (int i = 0; i < width; i++) value = value << 8 | bytes[i];
  return value;
}

/* CRC-32 of IEEE 802.3. */
static uint32_t check_of(const uint8_t *bytes) {
  uint32_t crc = 0xffffffff;
  for (int i = 0; i < CHECK_AT; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

static int is_filled_with(const uint8_t *bytes, uint8_t value) {
  for (int i = 0; i < KERF_PASS_SLOT_BYTES; i++)
    if (bytes[i] != value) return 0;
  return 1;
}

struct slots {
  uint8_t bytes[2][KERF_PASS_SLOT_BYTES];
  /* of the newest valid slot, or -1 */
  int newest;
  int erased;
};

static int read_slots(const struct kerf_pass_memory *memory, struct slots *slots) {
  int valid[2];
  slots->erased = 0;
  for (int i = 0; i < 2; i++) {
    if (!memory->read(memory->context, i, slots->bytes[i])) return 0;
    const uint8_t *bytes = slots->bytes[i];
    int blank = is_filled_with(bytes, 0xff) || is_filled_with(bytes, 0);
    slots->erased += blank;
    valid[i] = !blank && get(bytes + CHECK_AT, 4) == check_of(bytes) && bytes[28] <= KERF_PASS_MAX_REMOVED;
  }
  uint32_t ahead = (uint32_t)(get(slots->bytes[1], 4) - get(slots->bytes[0], 4));
  /* The number wraps around: the newer one is less than half of all numbers ahead. */
  slots->newest = valid[0] && valid[1] ? (ahead < 0x80000000u ? 1 : 0) : valid[0] ? 0 : valid[1] ? 1 : -1;
  return 1;
}

enum kerf_pass_load_result kerf_pass_load(const struct kerf_pass_memory *memory, struct kerf_pass_state *state) {
  struct slots slots;
  memset(state, 0, sizeof *state);
  if (!read_slots(memory, &slots)) return KERF_PASS_DAMAGED;
  /* A cut in the very first write leaves one slot erased and the other one damaged: still a new machine. */
  if (slots.newest < 0) return slots.erased > 0 ? KERF_PASS_EMPTY : KERF_PASS_DAMAGED;
  const uint8_t *bytes = slots.bytes[slots.newest];
  state->ownership = get(bytes + 4, 8);
  state->rights = get(bytes + 12, 8);
  state->known_time = get(bytes + 20, 8);
  state->removed_count = bytes[28];
  for (int i = 0; i < KERF_PASS_MAX_REMOVED; i++) state->removed[i] = (uint16_t)get(bytes + 29 + 2 * i, 2);
  return KERF_PASS_LOADED;
}

int kerf_pass_store(const struct kerf_pass_memory *memory, const struct kerf_pass_state *state) {
  struct slots slots;
  uint8_t bytes[KERF_PASS_SLOT_BYTES] = {0}, written[KERF_PASS_SLOT_BYTES];
  if (!read_slots(memory, &slots)) return 0;
  uint32_t sequence = slots.newest < 0 ? 1 : (uint32_t)(get(slots.bytes[slots.newest], 4) + 1);
  put(bytes, sequence, 4);
  put(bytes + 4, state->ownership, 8);
  put(bytes + 12, state->rights, 8);
  put(bytes + 20, state->known_time, 8);
  bytes[28] = state->removed_count;
  for (int i = 0; i < KERF_PASS_MAX_REMOVED; i++) put(bytes + 29 + 2 * i, state->removed[i], 2);
  put(bytes + CHECK_AT, check_of(bytes), 4);
  int slot = slots.newest == 0 ? 1 : 0;
  return memory->write(memory->context, slot, bytes) && memory->read(memory->context, slot, written) &&
         memcmp(bytes, written, sizeof bytes) == 0;
}
