const BARS = [...'▁▂▃▄▅▆▇█']

/** A line of bars, the highest for the most; a day without anything is the lowest. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 1)
  return values.map(value => BARS[Math.ceil((value / most) * (BARS.length - 1))] ?? '').join('')
}
