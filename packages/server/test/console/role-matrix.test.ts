/** Each role, each operation: what the table of operations says is what the console and `kerf` do (S-171). */
import { CONSOLE_CALLS, type ConsoleCallName } from '@kerf/contract/console/console-calls'
import { describe, expect, test } from 'vitest'
import { OperationError } from '../../src/operations/input/operation-error.ts'
import { authorizeOperation } from '../../src/operations/operator/authorize-operation.ts'
import {
  OPERATIONS,
  OPERATOR_ROLES,
  type OperatorRole,
} from '../../src/operations/operator/operation-table.ts'
import { useConsole } from './console-fixture.ts'

/** By hand, so that a slip in the table is seen: what each role must never do. */
const FORBIDDEN: Readonly<Record<Exclude<OperatorRole, 'owner'>, readonly RegExp[]>> = {
  viewer: [
    /^user /,
    /^enterprise /,
    /^audit$/,
    /create|edit|send|publish|revoke|ban|delete|rotate|remove|set$/,
  ],
  support: [
    /^operator /,
    /^key /,
    /^codes create/,
    /^message send/,
    /^announcement publish/,
    /^user delete/,
    /^audit$/,
  ],
  publisher: [/^operator /, /^key /, /^user /, /^codes create/, /^user ban/, /^audit$/],
  benefits: [/^operator /, /^key /, /^user /, /^message send/, /^audit$/],
  security: [/^operator /, /^key /, /^codes create/, /^message send/],
}
/** Safe for everybody who is an operator at all. */
const FOR_ALL = /^approval /

const console_ = useConsole()
const CALLS = Object.keys(CONSOLE_CALLS) as ConsoleCallName[]

/** What a role may do by a table, by hand: the owner everything, every role what a viewer may. */
const isAllowed = (role: OperatorRole, needed: string): boolean =>
  role === 'owner' || needed === role || needed === 'any' || needed === 'viewer'

interface Attempt {
  readonly role: OperatorRole
  readonly operation: string
  readonly refused: boolean
}
/** Attempts whose outcome is not that of the table. */
const findGaps = (attempts: readonly Attempt[]): string[] =>
  attempts.flatMap(({ role, operation, refused }) => {
    const allowed = isAllowed(role, OPERATIONS[operation]?.role ?? 'owner')
    return allowed === !refused ? [] : [`${role}: ${operation}`]
  })

describe('by a call of the console', () => {
  test.each(OPERATOR_ROLES)('the role %s', async role => {
    const { token } = await console_.enroll(`of ${role}`, [role])
    const attempts: Attempt[] = []
    for (const operation of CALLS) {
      // An input that no operation accepts: the role is decided before.
      const { status, body } = await console_.post(
        `/call/${operation.replaceAll(' ', '.')}`,
        { input: { planted: true }, reason: 'matrix', caseNumber: '1' },
        token,
      )
      expect([202, 400, 403], `${operation}: ${JSON.stringify(body)}`).toContain(status)
      attempts.push({ role, operation, refused: body.error === 'authority' })
    }
    expect(findGaps(attempts)).toEqual([])
    const refused = attempts.filter(attempt => attempt.refused).length
    const [row] = await console_.sql<{ count: string }>(
      `select count(*) from audit_event where event = 'operator.refused' and operator = $1`,
      [`of ${role}`],
    )
    expect(Number(row?.count)).toBe(refused)
  })
})

describe('by kerf', () => {
  test.each(OPERATOR_ROLES)('the role %s', async role => {
    const attempts: Attempt[] = []
    for (const [operation, { proof }] of Object.entries(OPERATIONS)) {
      // Unattended ones read no token.
      if (proof === 'none') continue
      const refused = await authorizeOperation(async () => ({ db: console_.db }), {
        ...{ operation, name: 'mei', source: 'token:x', roles: [role], production: true },
      }).then(
        () => false,
        error => error instanceof OperationError && error.refusal === 'role_missing',
      )
      attempts.push({ role, operation, refused })
    }
    expect(findGaps(attempts)).toEqual([])
  })
})

test('a gap is found: an operation that asks for no role', () => {
  const planted = { role: 'viewer', operation: 'user ban', refused: false } as const
  expect(findGaps([planted])).toEqual(['viewer: user ban'])
  expect(findGaps([{ ...planted, refused: true }])).toEqual([])
})

test.each(Object.entries(FORBIDDEN))('the table gives %s nothing of others', (role, patterns) => {
  const given = Object.entries(OPERATIONS).filter(
    ([operation, { role: needed }]) =>
      isAllowed(role as OperatorRole, needed) &&
      !FOR_ALL.test(operation) &&
      patterns.some(pattern => pattern.test(operation)),
  )
  expect(given.map(([operation]) => operation)).toEqual([])
})

test('every call of the console is an operation of kerf, and none shows a secret that exists already', () => {
  for (const name of CALLS) expect(OPERATIONS, name).toHaveProperty([name])
  const secrets = CALLS.filter(name => OPERATIONS[name]?.reads === 'secret')
  // New codes are made by this very call.
  expect(secrets).toEqual(['codes create'])
})
