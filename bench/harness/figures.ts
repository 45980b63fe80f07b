/** A measured number and its limit. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** absent: a count or a share of 1 */
  readonly unit?: '×' | '%' | 'ms' | '/s' | 'MiB' | 'kB' | 's' | 'B' | 'MiB/h' | '/h'
  /** absent: the figure is informative */
  readonly limit?: { readonly at: 'least' | 'most'; readonly value: number }
  /** the numbers it was computed from, e.g. both rates */
  readonly note?: string
}

export const atLeast = (value: number) => ({ at: 'least', value }) as const
export const atMost = (value: number) => ({ at: 'most', value }) as const

export type Verdict = 'ok' | 'missed' | ''

export function verdict({ value, limit }: Figure): Verdict {
  if (limit === undefined) return ''
  const withinLimit = limit.at === 'least' ? value >= limit.value : value <= limit.value
  return withinLimit ? 'ok' : 'missed'
}

/** Three significant digits; five from 1,000 on. */
export const formatNumber = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(value >= 1_000 ? 5 : 3))) : '–'

const formatValue = (value: number, unit: Figure['unit']): string =>
  unit === undefined || unit === '×'
    ? `${formatNumber(value)}${unit ?? ''}`
    : `${formatNumber(value)} ${unit}`

export function formatFigure(figure: Figure): string {
  const { name, value, unit, limit, note = '' } = figure
  const bound = limit ? `${limit.at === 'least' ? '≥' : '≤'} ${formatValue(limit.value, unit)}` : ''
  const cells = [
    name.padEnd(46),
    formatValue(value, unit).padStart(12),
    bound.padStart(14),
    verdict(figure).padEnd(6),
  ]
  return `  ${cells.join('  ')}  ${note}`.trimEnd()
}
