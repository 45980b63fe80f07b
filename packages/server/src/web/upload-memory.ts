/**
 * Bounds the memory of file uploads, which are buffered: an upload reserves its bytes before its body is read and holds them
 * until it is answered. Others wait unread in their sockets, and are answered 503 if they wait too long.
 */
import { Semaphore, withTimeout } from 'async-mutex'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BusyError } from '../platform/concurrency/limit-concurrency.ts'

/** Of a process. Collecting the parts of a body takes up to twice as much. */
const UPLOAD_MEMORY_BYTES = 64 * 1024 * 1024
/** Of one account: few accounts with slow bodies must not hold all of the memory. */
const ACCOUNT_SHARE = 1 / 4
const QUEUE_TIMEOUT_MS = 10_000
/** What is reserved at least. The semaphore counts in these: each release costs it time for each unit that is free. */
const UNIT_BYTES = 64 * 1024
const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / UNIT_BYTES))

export function createUploadMemory(totalBytes = UPLOAD_MEMORY_BYTES, queueTimeoutMs = QUEUE_TIMEOUT_MS) {
  const createSemaphore = (bytes: number) =>
    withTimeout(new Semaphore(unitsOf(bytes)), queueTimeoutMs, new BusyError('too many uploads'))
  const memory = createSemaphore(totalBytes)
  const accounts = new Map<string, { readonly share: ReturnType<typeof createSemaphore>; uploads: number }>()

  let reservedBytes = 0

  return {
    reservedBytes: () => reservedBytes,
    /**
     * Resolves when the upload may be read. Rejects with BusyError after the queue timeout. `maxBytes`: of the call; a body
     * without a length may have as many.
     */
    async reserve(
      { headers }: FastifyRequest,
      reply: FastifyReply,
      uid: string,
      maxBytes: number,
    ): Promise<void> {
      const declared = Number(headers['content-length'] ?? maxBytes)
      const bytes = Math.min(Number.isFinite(declared) ? declared : maxBytes, maxBytes)
      const units = unitsOf(bytes)
      // Emitted after the answer, and when the connection is lost before.
      const closed = new Promise<void>(resolve => reply.raw.once('close', resolve))
      const account = accounts.get(uid) ?? { share: createSemaphore(totalBytes * ACCOUNT_SHARE), uploads: 0 }
      accounts.set(uid, account)
      account.uploads++
      void closed.then(() => {
        account.uploads--
        if (account.uploads === 0) accounts.delete(uid)
      })
      const [, releaseShare] = await account.share.acquire(units)
      void closed.then(releaseShare)
      const [, release] = await memory.acquire(units)
      reservedBytes += bytes
      void closed.then(() => {
        reservedBytes -= bytes
        release()
      })
    },
  }
}
