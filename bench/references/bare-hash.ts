/** The bare hash: how often a second this machine verifies a password when it does nothing else. */
import { hash, verify } from '@node-rs/argon2'
import type { Shot } from '../load/shot.ts'

const OPTIONS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** `work`: `verify` or `hash`; `width`: how many at once. */
async function measure(work: string, width: number, seconds: number): Promise<Shot> {
  const stored = await hash('laser-cut-birch-7', OPTIONS)
  const one =
    work === 'hash' ? () => hash('laser-cut-birch-7', OPTIONS) : () => verify(stored, 'laser-cut-birch-7')
  await Promise.all(Array.from({ length: width }, () => one()))
  const times: number[] = []
  const began = performance.now()
  const ends = began + seconds * 1_000
  const repeat = async (): Promise<void> => {
    while (performance.now() < ends) {
      const start = performance.now()
      await one()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: width }, repeat))
  const took = (performance.now() - began) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return { rate: times.length / took, p50: at(0.5), p99: at(0.99) }
}

const [work = 'verify', width = '2', seconds = '5'] = process.argv.slice(2)
process.send?.(await measure(work, Number(width), Number(seconds)))
process.disconnect?.()
