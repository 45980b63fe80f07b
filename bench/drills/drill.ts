/** A drill breaks a running installation on purpose and compares what happens with the reliability promises. */
import { atMost, type Figure, formatNumber, verdict } from '../harness/figures.ts'

export interface Finding extends Figure {
  /** id in docs/requirements.md, such as P-02 */
  readonly promise: string
}

/** How often something happened that must never happen. */
export const violations = (promise: string, name: string, count: number, note?: string): Finding => ({
  promise,
  name,
  value: count,
  limit: atMost(0),
  ...(note !== undefined && { note }),
})

/** Sizes of a run: `short` fits two cores and a few minutes, `full` is the size that docs/reliability.md promises. */
export interface Sizes {
  readonly short: number
  readonly full: number
}

export interface DrillContext {
  /** repetitions; `--rounds` overrides both sizes */
  rounds(sizes: Sizes): number
  /** duration under load; `--minutes` overrides both sizes */
  minutes(sizes: Sizes): number
  /** any other number of a drill */
  size(sizes: Sizes): number
  /** the earlier release that `--release` names, a tag or a commit */
  readonly release: string | undefined
  /** Prints a line about the progress of the drill. */
  say(line: string): void
  /** Keeps raw data, which is written to `.cache/drills` with the findings. */
  keep(name: string, data: unknown): void
}

export interface Drill {
  readonly title: string
  readonly promises: readonly string[]
  run(context: DrillContext): Promise<Finding[]>
}

export const holds = (finding: Finding): boolean => verdict(finding) !== 'missed'

const OUTCOMES = { ok: 'holds', missed: 'FAILS', '': '' } as const
const NAME_WIDTH = 72

export function formatFinding(finding: Finding): string {
  const { promise, name, value, unit = '', limit, note = '' } = finding
  const measured = `${formatNumber(value)} ${unit}`.trim()
  const bound = limit ? `${limit.at === 'least' ? '≥' : '≤'} ${formatNumber(limit.value)}` : ''
  const cells = [
    name.padEnd(NAME_WIDTH),
    measured.padStart(11),
    bound.padEnd(8),
    OUTCOMES[verdict(finding)].padEnd(5),
  ]
  return `${promise}  ${cells.join('  ')}  ${note}`.trimEnd()
}
