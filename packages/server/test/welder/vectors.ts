/** Reads the reference check and the test vectors of `docs/unlock.md`. */
import { readFileSync } from 'node:fs'
import type { LightSource } from '@kerf/contract/endpoints/welder'

export const unlockDocument = readFileSync(new URL('../../../../docs/unlock.md', import.meta.url), 'utf8')

export const referenceCode = /```c\n([\s\S]*?)```/.exec(unlockDocument)?.[1] ?? ''

export const lineKey = Buffer.from(/Line key: `([0-9a-f]{64})`/.exec(unlockDocument)?.[1] ?? '', 'hex')

interface Machine {
  readonly sn: string
  readonly lightSource: LightSource
}

const rows = [...unlockDocument.matchAll(/^\| `([0-9A-Z]{23})` \| (1200W|800W) \| (.*) \|$/gm)].map(
  ([, sn = '', lightSource, rest = '']) => ({
    sn,
    lightSource: lightSource as LightSource,
    cells: rest.split('|').map(cell => cell.replaceAll('`', '').trim()),
  }),
)

export const deviceKeys: readonly (Machine & { key: string })[] = rows
  .filter(({ cells }) => cells.length === 1)
  .map(({ cells: [key = ''], ...place }) => ({ ...place, key }))

export const passwords: readonly (Machine & { counter: number; password: string })[] = rows
  .filter(({ cells }) => cells.length === 2)
  .map(({ cells: [counter, password = ''], ...place }) => ({ ...place, counter: Number(counter), password }))
