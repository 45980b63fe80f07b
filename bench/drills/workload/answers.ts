/** Findings about how calls were answered while something was broken. */
import { type Finding, violations } from '../drill.ts'
import type { CallRecord } from './workload.ts'

/** The share of `times` below which `share` of them lie. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

/** Refused calls that an app cannot understand: no answer, or a 503 without the code or the header that tell to repeat it. */
export function refusalFindings(promise: string, records: readonly CallRecord[]): Finding[] {
  const noAnswer = records.filter(({ error }) => error !== undefined)
  const bare = records.filter(
    ({ status, code, retryAfter }) => status >= 500 && (status !== 503 || code !== 20901 || !retryAfter),
  )
  const kinds = (list: readonly CallRecord[]): string =>
    [...new Set(list.map(({ error, status, code }) => error ?? `${status} ${code}`))].slice(0, 4).join(', ')
  return [
    violations(promise, 'calls without an answer', noAnswer.length, kinds(noAnswer)),
    violations(promise, '5xx other than 503 with code 20901 and Retry-After', bare.length, kinds(bare)),
  ]
}
