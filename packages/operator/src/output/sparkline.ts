const BARS = [...'▁▂▃▄▅▆▇█']

/** One bar per value, scaled to the highest value. Zero is the lowest bar. */
export function sparkline(values: readonly number[]): string {
  const highest = Math.max(...values, 1)
  return values.map(value => BARS[Math.ceil((value / highest) * (BARS.length - 1))] ?? '').join('')
}
