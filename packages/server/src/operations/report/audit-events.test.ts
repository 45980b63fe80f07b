import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AUDIT_EVENTS, isAuditEvent } from './audit-events.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = globSync(
  '{identity,entitlements,machines,messaging,analytics,operations,outbound,web,platform}/**/*.ts',
  {
    cwd: root,
  },
)
  .filter(path => !/test|audit-events/.test(path))
  .map(path => readFileSync(`${root}${path}`, 'utf8'))
  .filter(source => /writeAudit|auditWorkshop|refus/i.test(source))

test('lists every event that the sources write', () => {
  const written = sources.flatMap(source =>
    [...source.matchAll(/(?:event: [^,\n]*|audit\(|auditWorkshop\(tx, )'([a-z_]+\.[a-z_]+)'/g)].map(
      match => match[1] ?? '',
    ),
  )
  expect(written.length).toBeGreaterThan(90)
  expect([...new Set(written)].filter(event => !AUDIT_EVENTS.includes(event))).toEqual([])
})

test('knows names and their starts', () => {
  expect(isAuditEvent('login.password', false)).toBe(true)
  expect(isAuditEvent('login.social.google', false)).toBe(true)
  expect(isAuditEvent('login.', true)).toBe(true)
  expect(isAuditEvent('login', false)).toBe(false)
  expect(isAuditEvent('redeem', false)).toBe(false)
  expect([...AUDIT_EVENTS]).toEqual([...new Set(AUDIT_EVENTS)].sort())
})
