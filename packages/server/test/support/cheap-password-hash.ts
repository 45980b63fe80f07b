/**
 * Replaces `password-hash-cost.ts` for the tests that run in vitest: they create thousands of hashes, and the memory of each
 * costs more than the rest of a call. Spawned servers and commands have the real cost, which `password-hash.test.ts` proves.
 */
export const PASSWORD_HASH_COST = { memoryCost: 256, timeCost: 1, parallelism: 1 }
