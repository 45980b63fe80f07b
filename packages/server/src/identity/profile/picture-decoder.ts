/** Runs the processes that decode pictures: starts them when they are needed, ends them when they are idle or hang. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BusyError, limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PictureRequest, PictureResult } from './picture-process.ts'
import { QUEUE_TIMEOUT_MS, RESPONSE_TIMEOUT_MS } from './picture-timeouts.ts'

/** Two, so that a hostile picture does not delay an honest one. */
const PROCESSES_MAX = 2
const IDLE_TIMEOUT_MS = 30_000
const HEAP_MAX_MB = 64
const ENTRY = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

export interface PictureDecoder {
  /** Returns the first frame as a WebP of 512 × 512 pixels without metadata. Throws `file_type`, `file_size`. */
  draw(bytes: Buffer): Promise<Buffer>
  stop(): void
}

/** The picture took more CPU time or memory than any honest one does, or broke the library. */
export class PictureStoppedError extends ApiError {}

interface Decoder {
  readonly child: ChildProcess
  idleTimer: NodeJS.Timeout | undefined
}

/** Checked first, so that the decoders of other formats never process untrusted bytes. */
function hasKnownSignature(bytes: Buffer): boolean {
  const at = (from: number, to: number): string => bytes.toString('latin1', from, to)
  return (
    at(0, 8) === '\x89PNG\r\n\x1a\n' ||
    at(0, 3) === '\xff\xd8\xff' ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP')
  )
}

export function createPictureDecoder(responseTimeoutMs = RESPONSE_TIMEOUT_MS): PictureDecoder {
  const withFreeSlot = limitConcurrency(PROCESSES_MAX, QUEUE_TIMEOUT_MS)
  const all = new Set<Decoder>()
  const idle: Decoder[] = []
  let isStopped = false

  const remove = (decoder: Decoder): void => {
    clearTimeout(decoder.idleTimer)
    all.delete(decoder)
    const at = idle.indexOf(decoder)
    if (at >= 0) idle.splice(at, 1)
    decoder.child.kill('SIGKILL')
  }

  const start = (): Decoder => {
    const child = fork(ENTRY, {
      serialization: 'advanced',
      // Neither secrets nor the server's flags. Loaders of formats that libvips does not trust with foreign bytes stay off.
      env: { VIPS_BLOCK_UNTRUSTED: '1' },
      execArgv: [`--max-old-space-size=${HEAP_MAX_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const decoder: Decoder = { child, idleTimer: undefined }
    all.add(decoder)
    child.on('error', () => remove(decoder))
    child.on('exit', () => remove(decoder))
    return decoder
  }

  /**
   * Rejects with PictureStoppedError if a signal ended the process: that of its own limits, the kernel's without memory, or that of a
   * crash. Rejects with BusyError if the process was not started, did not work or did not answer.
   */
  const request = (child: ChildProcess, bytes: Buffer): Promise<PictureResult> =>
    new Promise((resolve, reject) => {
      const cleanUp = (): void => {
        clearTimeout(timer)
        child.off('message', onMessage)
        child.off('exit', onExit)
        child.off('error', onError)
      }
      const fail = (error: Error): void => {
        cleanUp()
        reject(error)
      }
      const onMessage = (result: unknown): void => {
        cleanUp()
        resolve(result as PictureResult)
      }
      const onExit = (code: number | null, signal: string | null): void =>
        fail(
          signal === null || isStopped
            ? new BusyError(`the picture process ended (${signal ?? code})`)
            : new PictureStoppedError('file_type'),
        )
      const onError = (): void => fail(new BusyError('the picture process did not start'))
      const timer = setTimeout(
        () => fail(new BusyError('the picture process does not answer')),
        responseTimeoutMs,
      )
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.on('error', onError)
      // Without a connection to the process, it has ended: its exit tells why.
      child.send({ bytes } satisfies PictureRequest, () => undefined)
    })

  return {
    draw(bytes) {
      if (!hasKnownSignature(bytes)) return Promise.reject(new ApiError('file_type'))
      return withFreeSlot(async () => {
        const decoder = idle.pop() ?? start()
        clearTimeout(decoder.idleTimer)
        const result = await request(decoder.child, bytes).catch((error: unknown) => {
          remove(decoder)
          throw error
        })
        idle.push(decoder)
        decoder.idleTimer = setTimeout(() => remove(decoder), IDLE_TIMEOUT_MS).unref()
        if ('error' in result) throw new ApiError(result.error)
        return Buffer.from(result.picture)
      })
    },
    stop() {
      isStopped = true
      for (const decoder of [...all]) remove(decoder)
    },
  }
}
