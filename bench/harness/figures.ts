/** A measured number beside its limit. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: '×' | 'ms' | '/s' | 'MiB' | 'kB' | 's' | 'B' | ''
  /** absent: for context only */
  readonly limit?: { readonly at: 'least' | 'most'; readonly value: number }
  /** what the number was made of, e.g. both rates */
  readonly note?: string
}

export const atLeast = (value: number) => ({ at: 'least', value }) as const
export const atMost = (value: number) => ({ at: 'most', value }) as const

export type Verdict = 'ok' | 'missed' | ''

export function verdict({ value, limit }: Figure): Verdict {
  if (limit === undefined) return ''
  const kept = limit.at === 'least' ? value >= limit.value : value <= limit.value
  return kept ? 'ok' : 'missed'
}

/** Three significant places, no more than three decimals. */
export const short = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(value >= 1_000 ? 5 : 3))) : '–'

const show = (value: number, unit: Figure['unit']): string =>
  unit === '×' || unit === '' ? `${short(value)}${unit}` : `${short(value)} ${unit}`

export function line(figure: Figure): string {
  const { name, value, unit, limit, note = '' } = figure
  const bound = limit ? `${limit.at === 'least' ? '≥' : '≤'} ${show(limit.value, unit)}` : ''
  const cells = [
    name.padEnd(46),
    show(value, unit).padStart(12),
    bound.padStart(14),
    verdict(figure).padEnd(6),
  ]
  return `  ${cells.join('  ')}  ${note}`.trimEnd()
}
