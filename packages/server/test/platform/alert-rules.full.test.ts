/**
 * Alert rules in Prometheus's own tests: 20 seconds for rules that change rarely. `observability.test.ts` proves that each has such a
 * test, a runbook and its metrics (P-29).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const promtool = process.env.PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(promtool, ['--version']).status === 0
const pathOf = (file: string): string =>
  fileURLToPath(new URL(`../../../../deploy/prometheus/kerf-passport.${file}.yml`, import.meta.url))

test.skipIf(!hasPromtool).each([
  ['accepts', ['check', 'rules', pathOf('rules')]],
  ['fires', ['test', 'rules', pathOf('rules.test'), pathOf('weeks.test')]],
])("%s every alert rule (needs promtool of Debian's package prometheus)", (_, words) => {
  const { status, stdout, stderr } = spawnSync(promtool, words, { encoding: 'utf8' })
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
})
