/**
 * Runs a call of the console: role, input, reason, limit on browsing, operation, audit. In this order, and every call passes here, so
 * that what the table of operations says is what happens (S-171).
 */
import { CONSOLE_CALLS, type ConsoleCallName } from '@kerf/contract/console/console-calls'
import {
  CASE_MAX,
  type ConsoleErrorName,
  type ConsoleFailure,
  REASON_MAX,
} from '@kerf/contract/console/console-session'
import * as v from 'valibot'
import { withOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { findUid } from '../account/find-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { ApprovalPendingError } from '../operator/approvals.ts'
import { assertExplained, assertRole, ExplanationError, RoleError } from '../operator/authorize-operation.ts'
import { countPerson } from '../operator/browsing-limit.ts'
import { OPERATIONS, type Operation } from '../operator/operation-table.ts'
import type { OperatorSessionRow } from '../operator/operator-session-store.ts'
import { evidenceOf } from '../operator/operator-sessions.ts'
import { CONSOLE_RUNS, type ConsoleCaller, type ConsoleTarget } from './console-runs.ts'

/** Why a call failed, as the console learns it. */
export class ConsoleError extends Error {
  readonly failure: ConsoleFailure
  constructor(error: ConsoleErrorName, more: Omit<ConsoleFailure, 'error'> = {}) {
    super(error)
    this.failure = { error, ...more }
  }
}

const CASE_NUMBER = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._/#-]{0,${CASE_MAX - 1}}$`)
const explanation = v.object({
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(REASON_MAX, 'too_long'))),
  caseNumber: v.optional(v.pipe(v.string(), v.trim(), v.regex(CASE_NUMBER, 'invalid'))),
})

/** What the console's process sends for a call. */
export interface ConsoleOrder {
  readonly name: ConsoleCallName
  readonly input: unknown
  readonly reason?: unknown
  readonly caseNumber?: unknown
}

function parse<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given)
  if (parsed.success) return parsed.output
  const fields = Object.fromEntries(
    parsed.issues.map(issue => [v.getDotPath(issue) ?? '', issue.message] as const),
  )
  throw new ConsoleError('bad_request', { fields })
}

type AnyRun = (target: ConsoleTarget, input: unknown, caller: ConsoleCaller) => Promise<unknown>

/** The account whose page a call shows. undefined: none, or an unknown one, which the operation reports. */
async function personOf(
  { db }: ConsoleTarget,
  { reads }: Operation,
  input: unknown,
): Promise<string | undefined> {
  const { who } = input as { readonly who?: unknown }
  return reads === 'person' && typeof who === 'string' ? findUid(db, who) : undefined
}

/** Throws a ConsoleError. Nothing is answered that no audit row names. */
export async function runConsoleCall(
  target: ConsoleTarget,
  session: OperatorSessionRow,
  { name, input: given, ...why }: ConsoleOrder,
): Promise<unknown> {
  const operation = OPERATIONS[name]
  if (!operation) throw new ConsoleError('not_found')
  const { db } = target
  const operator = session.name
  const { reason: typed, caseNumber } = parse(explanation, why)
  const reason = typed || undefined
  let audited = false
  const onAudit = () => {
    audited = true
  }
  const evidence = { ...evidenceOf(session), reason, caseNumber, onAudit }
  return withOperatorEvidence(evidence, async () => {
    try {
      await assertRole(async () => ({ db }), { operation: name, name: operator, roles: session.roles })
      assertExplained(name)
      const input = parse(CONSOLE_CALLS[name].input as v.GenericSchema, given)
      const uid = await personOf(target, operation, input)
      if (uid !== undefined) await countPerson(db, { operatorId: session.operator, name: operator, uid })
      const result = await (CONSOLE_RUNS[name] as AnyRun)(target, input, { operator, reason })
      if (!audited)
        await writeAudit(db, { event: 'operator.call', outcome: 'ok', operator, detail: { operation: name } })
      return result
    } catch (error) {
      throw toConsoleError(error)
    }
  })
}

function toConsoleError(error: unknown): unknown {
  if (error instanceof RoleError) return new ConsoleError('authority')
  if (error instanceof ExplanationError)
    return new ConsoleError(error.missing === 'reason' ? 'reason_required' : 'case_required')
  if (error instanceof ApprovalPendingError) {
    const { id, summary, expiresAt } = error.approval
    return new ConsoleError('approval_pending', { approval: { id, summary, expiresAt } })
  }
  if (error instanceof OperationError) return new ConsoleError('refused', { message: error.message })
  return error
}
