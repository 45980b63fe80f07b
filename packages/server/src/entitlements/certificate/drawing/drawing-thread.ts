/** The thread that draws: begun when first needed, ended when nobody asked for a while, or when a drawing took too long (S-098). */
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '../../../platform/concurrency/limit-concurrency.ts'
import type { Drawn, Work } from './drawing-worker.ts'

/** Milliseconds. */
const LONGEST = 5_000
const PATIENCE = 8_000
const IDLE = 60_000
const MEGABYTES = 256

export function createDrawingThread() {
  const oneAtATime = limitConcurrency(1, PATIENCE)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const end = (): void => {
    clearTimeout(idle)
    void worker?.terminate()
    worker = undefined
  }

  const begin = (): Worker => {
    const begun = new Worker(new URL('./drawing-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      // What the process was started with is none of its business.
      env: {},
    })
    // One that runs out of memory says so even when nobody waits for it any more: unheard, that would end the process.
    begun.on('error', () => {})
    begun.on('exit', () => {
      if (worker === begun) worker = undefined
    })
    begun.unref()
    return begun
  }

  const ask = (work: Omit<Work, 'id'>): Promise<Uint8Array> => {
    worker ??= begin()
    const asked = worker
    const id = ++count
    return new Promise((resolve, reject) => {
      const settle = (fault: Error | undefined, bytes?: Uint8Array): void => {
        clearTimeout(late)
        asked.off('message', told)
        asked.off('error', failed)
        asked.off('exit', gone)
        if (bytes) resolve(bytes)
        else {
          if (worker === asked) end()
          reject(fault)
        }
      }
      const told = (drawn: Drawn): void => {
        if (drawn.id !== id) return
        if ('bytes' in drawn) settle(undefined, drawn.bytes)
        else settle(new Error(`a certificate could not be drawn: ${drawn.fault}`))
      }
      const failed = (error: Error): void => settle(error)
      const gone = (): void => settle(new Error('the drawing thread ended'))
      const late = setTimeout(() => settle(new Error('a drawing took too long')), LONGEST)
      asked.on('message', told)
      asked.on('error', failed)
      asked.on('exit', gone)
      asked.postMessage({ ...work, id } satisfies Work)
    })
  }

  return {
    draw: (work: Omit<Work, 'id'>): Promise<Uint8Array> =>
      oneAtATime(async () => {
        clearTimeout(idle)
        try {
          return await ask(work)
        } finally {
          idle = setTimeout(end, IDLE).unref()
        }
      }),
    stop: end,
  }
}
