/**
 * Runs a call of the console: role, input, reason, limit on browsing, operation, audit. In this order, and every call passes here, so
 * that what the table of operations says is what happens (S-171).
 */
import { CONSOLE_CALLS, type ConsoleCallName } from '@kerf/contract/console/console-calls'
import {
  type ConsoleAnswer,
  type ConsoleErrorName,
  type ConsoleFailure,
  parseCaseNumber,
  REASON_MAX,
} from '@kerf/contract/console/console-session'
import * as v from 'valibot'
import { withOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { findUid } from '../account/find-account.ts'
import { OperationError, type RefusalName } from '../input/operation-error.ts'
import { ApprovalPendingError } from '../operator/approvals.ts'
import { assertExplained, assertRole } from '../operator/authorize-operation.ts'
import { countPeople, countsPeople, peopleIn } from '../operator/browsing-limit.ts'
import { countLookUps } from '../operator/hourly-budget.ts'
import { OPERATIONS } from '../operator/operation-table.ts'
import type { OperatorSessionRow } from '../operator/operator-session-store.ts'
import { evidenceOf } from '../operator/operator-sessions.ts'
import { CONSOLE_RUNS, type ConsoleCaller, type ConsoleTarget } from './console-runs.ts'
import { undoOf } from './undo.ts'

/** Why a call failed, as the console learns it. */
export class ConsoleError extends Error {
  readonly failure: ConsoleFailure
  constructor(error: ConsoleErrorName, more: Omit<ConsoleFailure, 'error'> = {}) {
    super(error)
    this.failure = { error, ...more }
  }
}

const explanation = v.object({
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(REASON_MAX, 'too_long'))),
  caseNumber: v.optional(v.pipe(v.string(), v.transform(parseCaseNumber), v.string('invalid'))),
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

const ROWS_OF_THEIR_OWN: ReadonlySet<ConsoleErrorName> = new Set(['authority', 'approval_pending'])

type AnyRun = (target: ConsoleTarget, input: unknown, caller: ConsoleCaller) => Promise<unknown>

/** Fields that name an account: an address in one of them tells whether it has an account. */
const NAMING_FIELDS = ['who', 'into', 'to', 'what', 'audience'] as const
const namesIn = (input: unknown): unknown[] =>
  NAMING_FIELDS.map(field => (input as Readonly<Record<string, unknown>>)[field])

/** The account whose page a call shows. undefined: none, or an unknown one, which the operation reports. */
async function personOf({ db }: ConsoleTarget, input: unknown): Promise<string[]> {
  const { who } = input as { readonly who?: unknown }
  const uid = typeof who === 'string' && who !== '' ? await findUid(db, who) : undefined
  return uid === undefined ? [] : [uid]
}

/** Throws a ConsoleError. Nothing is answered that no audit row names. */
export async function runConsoleCall(
  target: ConsoleTarget,
  session: OperatorSessionRow,
  { name, input: given, ...why }: ConsoleOrder,
): Promise<ConsoleAnswer<unknown>> {
  if (!OPERATIONS[name]) throw new ConsoleError('not_found')
  const { db } = target
  const operator = session.name
  const explained = v.safeParse(explanation, why)
  const { reason: typed, caseNumber } = explained.success ? explained.output : {}
  const reason = typed || undefined
  let audited = false
  const about: string[] = []
  const onAudit = (uid: string | null): void => {
    audited = true
    if (uid !== null) about.push(uid)
  }
  const refuse = (error: ConsoleErrorName): Promise<void> =>
    writeAudit(db, {
      event: 'operator.call',
      outcome: 'refused',
      operator,
      detail: { operation: name, error },
    })
  const evidence = { ...evidenceOf(session), reason, caseNumber, onAudit }
  return withOperatorEvidence(evidence, async () => {
    try {
      parse(explanation, why)
      await assertRole(async () => ({ db }), { operation: name, name: operator, roles: session.roles })
      assertExplained(name)
      const input = parse(CONSOLE_CALLS[name].input as v.GenericSchema, given)
      await countLookUps(db, { names: namesIn(input), operator })
      const counted = { operation: name, operator }
      // Once for whom was named, so that nothing is read above the limit, and once for all who are in the answer.
      if (countsPeople(name)) await countPeople(db, { ...counted, people: await personOf(target, input) })
      const result = await (CONSOLE_RUNS[name] as AnyRun)(target, input, { operator, reason })
      if (!audited)
        await writeAudit(db, { event: 'operator.call', outcome: 'ok', operator, detail: { operation: name } })
      if (countsPeople(name)) await countPeople(db, { ...counted, people: [...about, ...peopleIn(result)] })
      const undo = undoOf(name, { input, result, roles: session.roles })
      return { result, ...(undo && { undo }) }
    } catch (error) {
      const failure = toConsoleError(error)
      // A role that is missing, and a request that waits, have rows of their own.
      if (failure instanceof ConsoleError && !ROWS_OF_THEIR_OWN.has(failure.failure.error))
        await refuse(failure.failure.error)
      throw failure
    }
  })
}

/** What the console has a text of its own for. */
const OWN_TEXTS: Readonly<Partial<Record<RefusalName, ConsoleErrorName>>> = {
  role_missing: 'authority',
  reason_missing: 'reason_required',
  case_missing: 'case_required',
}

export function refusedCall({ refusal, message, text }: OperationError): ConsoleError {
  const own = OWN_TEXTS[refusal]
  return own ? new ConsoleError(own) : new ConsoleError('refused', { refusal, message, text })
}

function toConsoleError(error: unknown): unknown {
  if (error instanceof ConsoleError) return error
  if (error instanceof ApprovalPendingError) {
    const { id, summary, expiresAt } = error.approval
    return new ConsoleError('approval_pending', { approval: { id, summary, expiresAt } })
  }
  if (error instanceof OperationError) return refusedCall(error)
  return error
}
