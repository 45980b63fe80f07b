/*
 * Stores the state of a machine so that a power cut at any moment leaves the state before or the state after, never another one. Two slots,
 * each with a sequence number and a check; a write goes to the slot that does not hold the newest state.
 */
#ifndef KERF_PASS_STORE_H
#define KERF_PASS_STORE_H

#include "pass.h"

/* Of each slot. Put the slots into two sectors of a flash memory that is erased by sectors. */
#define KERF_PASS_SLOT_BYTES 50

/* Memory that keeps its content without power, and that a factory reset keeps. Functions return 0 on failure. */
struct kerf_pass_memory {
  int (*read)(void *context, int slot, uint8_t bytes[KERF_PASS_SLOT_BYTES]);
  /* Erases the slot where the memory needs it, then writes. Returns after the bytes are in the memory. */
  int (*write)(void *context, int slot, const uint8_t bytes[KERF_PASS_SLOT_BYTES]);
  void *context;
};

enum kerf_pass_load_result {
  KERF_PASS_LOADED,
  /* Both slots are erased (all 0xff or all 0): a new machine. The state is all zero. */
  KERF_PASS_EMPTY,
  /* Neither slot is valid, which no power cut causes. Refuse all passes: whoever was removed could be let in. */
  KERF_PASS_DAMAGED
};

/* Call it at power-on. */
enum kerf_pass_load_result kerf_pass_load(const struct kerf_pass_memory *memory, struct kerf_pass_state *state);

/* Returns 0 where the memory failed: the machine must not start then. */
int kerf_pass_store(const struct kerf_pass_memory *memory, const struct kerf_pass_state *state);

#endif
