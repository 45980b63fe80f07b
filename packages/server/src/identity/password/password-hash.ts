/** Password hashes with argon2id (S-004), at most as many at once as there are cores (S-005). */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { inSpan, SPAN_KIND } from '../../platform/tracing/tracing.ts'
import { PASSWORD_HASH_COST } from './password-hash-cost.ts'

/** argon2id by its number: the library's const enum does not survive type stripping. */
const OPTIONS = { algorithm: 2, ...PASSWORD_HASH_COST }

const QUEUE_TIMEOUT_MS = 2_000
/** Hashes queued in the thread pool itself, so that a free thread starts the next one without waiting for the event loop. */
const POOL_QUEUE_LENGTH = 2

/**
 * How many hashes may be handed to the thread pool. More than the cores only if the pool has as many threads as cores:
 * otherwise the queued ones would run beside the others. `threads`: the value of `UV_THREADPOOL_SIZE`.
 */
export const concurrentHashes = (cores: number, threads: string | undefined): number =>
  Number(threads) === cores ? cores + POOL_QUEUE_LENGTH : cores

const hashSlots = limitConcurrency(
  concurrentHashes(availableParallelism(), process.env.UV_THREADPOOL_SIZE),
  QUEUE_TIMEOUT_MS,
)

/** With the wait for a core. */
const limitHashes = <T>(task: () => Promise<T>): Promise<T> =>
  inSpan(
    () => ({ name: 'password hash', kind: SPAN_KIND.internal, attributes: {} }),
    () => hashSlots(task),
  )

/** Hashes that run, and hashes that wait. */
export const passwordHashUsage = (): { running: number; waiting: number } => hashSlots.usage()

/** Returns the PHC string of a new password. Rejects with BusyError after two seconds in the queue. */
export const hashPassword = (password: string): Promise<string> => limitHashes(() => hash(password, OPTIONS))

/** Hash of a random password, so that an unknown account costs as much time as a known one (S-006). */
let decoy: Promise<string> | undefined
const decoyHash = (): Promise<string> => {
  decoy ??= hash(crypto.randomUUID(), OPTIONS)
  return decoy
}

/** Whether `password` matches. Without a stored hash (no account, no password set) takes as long and returns false. */
export async function verifyPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const comparedHash = storedHash ?? (await decoyHash())
  const matches = await limitHashes(() => verify(comparedHash, password))
  return matches && storedHash != null
}

/** Whether the stored hash was created with weaker parameters than today's. */
export function isOutdatedHash(storedHash: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(storedHash)
  return found === null || Number(found[1]) < OPTIONS.memoryCost || Number(found[2]) < OPTIONS.timeCost
}

/** Called at start-up: otherwise the first sign-in to an unknown account would take longer than others. */
export const prepareDecoyHash = async (): Promise<void> => {
  await decoyHash()
}
