/**
 * Runs the drawing worker: starts it when a drawing is expected or requested, stops it when it is idle, and terminates it when a
 * drawing takes too long (S-098).
 */
import { Worker } from 'node:worker_threads'
import { BusyError, limitConcurrency } from '../../../platform/concurrency/limit-concurrency.ts'
import type { DrawingRequest, DrawingResult } from './drawing-worker.ts'

/** Includes the start of the worker and the loading of its fonts: under a second, and much more on a busy machine. */
const DRAWING_TIMEOUT_MS = 15_000
const QUEUE_TIMEOUT_MS = 20_000
const IDLE_TIMEOUT_MS = 60_000
const MEMORY_MAX_MB = 256

type Work = Omit<DrawingRequest, 'id'>

export function createDrawingThread() {
  const oneAtATime = limitConcurrency(1, QUEUE_TIMEOUT_MS)
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  const stop = (): void => {
    clearTimeout(idleTimer)
    void worker?.terminate()
    worker = undefined
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./drawing-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
      // The worker needs no secrets of the process environment.
      env: {},
    })
    // Without a listener, an out-of-memory error after the last request would end the whole process.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    started.unref()
    return started
  }

  /** Rejects, and terminates the worker, when it fails, exits or takes too long. */
  const request = (work: Work): Promise<Uint8Array> => {
    worker ??= start()
    const target = worker
    const id = ++lastId
    return new Promise((resolve, reject) => {
      const cleanUp = (): void => {
        clearTimeout(timer)
        target.off('message', onMessage)
        target.off('error', fail)
        target.off('exit', onExit)
      }
      const fail = (error: Error): void => {
        cleanUp()
        if (worker === target) stop()
        reject(error)
      }
      const onMessage = (result: DrawingResult): void => {
        if (result.id !== id) return
        if ('bytes' in result) {
          cleanUp()
          resolve(result.bytes)
        } else fail(new Error(`the certificate was not drawn: ${result.error}`))
      }
      const onExit = (): void => fail(new Error('the drawing worker exited'))
      const timer = setTimeout(() => fail(new BusyError('the drawing timed out')), DRAWING_TIMEOUT_MS)
      target.on('message', onMessage)
      target.on('error', fail)
      target.on('exit', onExit)
      target.postMessage({ ...work, id } satisfies DrawingRequest)
    })
  }

  return {
    /** Starts the worker, so that the first drawing does not wait for its code to load. */
    prepare(): void {
      if (worker !== undefined) return
      worker = start()
      clearTimeout(idleTimer)
      idleTimer = setTimeout(stop, IDLE_TIMEOUT_MS).unref()
    },
    draw: (work: Work): Promise<Uint8Array> =>
      oneAtATime(async () => {
        clearTimeout(idleTimer)
        try {
          return await request(work)
        } finally {
          idleTimer = setTimeout(stop, IDLE_TIMEOUT_MS).unref()
        }
      }),
    stop,
  }
}
