/**
 * Cost of a password hash with argon2id: 19 MiB, 2 passes and 1 lane (S-004). The tests that run in vitest replace this
 * module by `test/support/cheap-password-hash.ts`.
 */
export const PASSWORD_HASH_COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
