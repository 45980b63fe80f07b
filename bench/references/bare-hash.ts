/** Reference: password hashes per second on this machine, without a server. */
import { hash, verify } from '@node-rs/argon2'
import type { LoadResult } from '../load/load.ts'

const OPTIONS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** `operation`: `verify` or `hash`; `concurrency`: operations at the same time. */
async function measure(operation: string, concurrency: number, seconds: number): Promise<LoadResult> {
  const stored = await hash('laser-cut-birch-7', OPTIONS)
  const runOnce =
    operation === 'hash'
      ? () => hash('laser-cut-birch-7', OPTIONS)
      : () => verify(stored, 'laser-cut-birch-7')
  await Promise.all(Array.from({ length: concurrency }, () => runOnce()))
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1_000
  const repeat = async (): Promise<void> => {
    while (performance.now() < end) {
      const operationStart = performance.now()
      await runOnce()
      times.push(performance.now() - operationStart)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
  const elapsedSeconds = (performance.now() - start) / 1_000
  times.sort((a, b) => a - b)
  const percentile = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return {
    rate: times.length / elapsedSeconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    p999: percentile(0.999),
  }
}

const [operation = 'verify', concurrency = '2', seconds = '5'] = process.argv.slice(2)
process.send?.(await measure(operation, Number(concurrency), Number(seconds)))
process.disconnect?.()
