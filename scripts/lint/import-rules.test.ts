import { expect, test } from 'vitest'
import { findForbiddenImports, IMPORT_RULES } from './import-rules.mjs'

/** For each rule in its order: an import that breaks it. */
const VIOLATIONS = [
  ['contract/errors.ts', 'npm:fastify'],
  ['embed/index.ts', 'locales/messages'],
  ['operator/commands/app.ts', 'server/operations/app/create-app.ts'],
  ['portal/routes/login.tsx', 'brands/registry'],
  ['portal/routes/login.test.tsx', 'server/process/app.ts'],
  ['portal/features/redemption/redeem.tsx', 'portal/features/training/lesson.tsx'],
  ['portal/parts/code-field.tsx', 'portal/features/training/lesson.tsx'],
  ['portal/ui/button.tsx', 'portal/parts/code-field.tsx'],
  ['portal/lib/cookie.ts', 'portal/ui/button.tsx'],
  ['console/screens/search-screen.tsx', 'portal/lib/cookie.ts'],
  ['server/console-process/console-server.ts', 'server/operations/index.ts'],
  ['server/identity/login/login.test.ts', 'portal/lib/cookie.ts'],
  ['server/process/app.ts', 'server/identity/login/login.ts'],
  ['server/identity/login/login.ts', 'server/messaging/index.ts'],
  ['server/messaging/message/send.ts', 'server/identity/login/login.ts'],
  ['server/entitlements/benefit/grant.ts', 'server/analytics/index.ts'],
  ['server/analytics/tracking/count.ts', 'server/process/serve.ts'],
  ['server/machines/claim/claim.ts', 'server/operations/index.ts'],
  ['server/operations/app/create-app.ts', 'server/identity/login/login.ts'],
  ['server/web/route.ts', 'server/outbound/mail/send-mail.ts'],
  ['server/platform/db/pool.ts', 'server/web/route.ts'],
  ['server/tables/register.ts', 'server/platform/db/pool.ts'],
  ['server/demo/index.ts', 'server/identity/wing.ts'],
  ['server/identity/login/login.ts', 'npm:fastify'],
  ['server/identity/login/login.ts', 'server/identity/session/session-routes.ts'],
] as const

test('each rule has an import that breaks it', () => {
  expect(VIOLATIONS).toHaveLength(IMPORT_RULES.length)
})

test.each(VIOLATIONS.map((violation, index) => [...violation, index] as const))(
  '%s must not import %s',
  (from, to, index) => {
    expect(findForbiddenImports([{ from, to }], IMPORT_RULES.slice(index, index + 1))).toHaveLength(1)
  },
)
