/** How the act that was just done is taken back, by the table of operations. */
import { CONSOLE_CALLS, isConsoleCall } from '@kerf/contract/console/console-calls'
import type { ConsoleUndo } from '@kerf/contract/console/console-session'
import * as v from 'valibot'
import { RECALL_MARGIN_SECONDS } from '../../messaging/index.ts'
import { hasRole, OPERATIONS } from '../operator/operation-table.ts'

type Fields = Readonly<Record<string, unknown>>

/** It changed nothing, or replaced something that the reverse would not bring back. */
const isInexact = ({ before, status, replaced, preview }: Fields, restores: string | undefined): boolean =>
  before !== restores || (before !== undefined && before === status) || replaced === true || preview === true

interface FormerBan {
  readonly until?: number | null
  readonly reason?: string
}

/** A ban that was lifted, as the input of a new one. undefined: it would have ended by now. */
function banAgain({ until = null }: FormerBan): Fields | undefined {
  if (until === null) return { until: undefined }
  return until > Date.now() / 1_000 ? { until: new Date(until * 1_000).toISOString() } : undefined
}

/** undefined: nothing takes it back, it is too late, or the roles do not allow it. */
export function undoOf(
  name: string,
  {
    input,
    result,
    roles,
  }: { readonly input: unknown; readonly result: unknown; readonly roles: readonly string[] },
): ConsoleUndo | undefined {
  const undo = OPERATIONS[name]?.undo
  if (!undo || !isConsoleCall(undo.by) || !hasRole(roles, OPERATIONS[undo.by]?.role ?? 'owner'))
    return undefined
  const answer = result as Fields
  const former = (answer.lifted ?? answer) as FormerBan
  const ban = undo.by === 'user ban' || undo.by === 'ip ban' ? banAgain(former) : {}
  const given: Fields = { ...(input as Fields), ...answer, ...ban }
  if (ban === undefined || isInexact(given, undo.restores)) return undefined
  const end = undo.until === undefined ? null : Number(answer[undo.until])
  const until = undo.until === 'from' ? Number(end) - RECALL_MARGIN_SECONDS : end
  if (until !== null && !(until > Date.now() / 1_000)) return undefined
  const schema: v.StrictObjectSchema<v.ObjectEntries, undefined> = CONSOLE_CALLS[undo.by].input as never
  const parsed = v.safeParse(
    schema,
    Object.fromEntries(Object.keys(schema.entries).map(field => [field, given[field]])),
  )
  if (!parsed.success) return undefined
  const reason = undo.by === 'user ban' ? former.reason : undefined
  return { call: undo.by, input: parsed.output, until, ...(reason && { reason }) }
}
