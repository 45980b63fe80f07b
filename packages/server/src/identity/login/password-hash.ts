/** Password hashes: argon2id 19 MiB, 2 passes, 1 lane (S-004), no more at once than there are cores (S-005). */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'

/** argon2id, named by number: the library's const enum does not survive type stripping. */
const OPTIONS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

const QUEUE_PATIENCE = 2_000
/** Hashes handed to the thread pool beyond those that run: a thread goes on with the next without waiting for us. */
const AHEAD = 2

/**
 * Hashes under way at once. Only a pool of as many threads as there are cores keeps what is handed to it ahead from running
 * beside the others. `threads`: as `UV_THREADPOOL_SIZE` has it.
 */
export const concurrentHashes = (cores: number, threads: string | undefined): number =>
  Number(threads) === cores ? cores + AHEAD : cores

const limitHashes = limitConcurrency(
  concurrentHashes(availableParallelism(), process.env.UV_THREADPOOL_SIZE),
  QUEUE_PATIENCE,
)

/** The PHC string of a new password. Rejects with BusyError when hashing has a queue of more than two seconds. */
export const hashPassword = (password: string): Promise<string> => limitHashes(() => hash(password, OPTIONS))

/** A hash that no password matches in practice: an unknown account costs what a known one costs (S-006). */
let decoy: Promise<string> | undefined
const decoyHash = (): Promise<string> => {
  decoy ??= hash(crypto.randomUUID(), OPTIONS)
  return decoy
}

/** Whether `password` matches; `undefined` or null (no account, no password set) takes as long and is false. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await decoyHash())
  const matches = await limitHashes(() => verify(against, password))
  return matches && stored != null
}

/** True when the stored hash was made with weaker parameters than today's. */
export function isOutdatedHash(stored: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)
  return found === null || Number(found[1]) < OPTIONS.memoryCost || Number(found[2]) < OPTIONS.timeCost
}

/** Made ahead of the first sign-in, so that the first unknown account does not stand out by time. */
export const prepareDecoyHash = async (): Promise<void> => {
  await decoyHash()
}
