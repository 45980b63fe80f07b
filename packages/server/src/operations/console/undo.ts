/** How the act that was just done is taken back, by the table of operations. */
import { CONSOLE_CALLS, isConsoleCall } from '@kerf/contract/console/console-calls'
import type { ConsoleUndo } from '@kerf/contract/console/console-session'
import * as v from 'valibot'
import { RECALL_MARGIN_SECONDS } from '../../messaging/index.ts'
import { hasRole, OPERATIONS } from '../operator/operation-table.ts'

type Fields = Readonly<Record<string, unknown>>

/** It changed nothing, or replaced something that the reverse would not bring back. */
const isInexact = ({ before, status, replaced, preview }: Fields): boolean =>
  (before !== undefined && before === status) || replaced === true || preview === true

/** undefined: nothing takes it back exactly, it is too late, or the roles do not allow it. */
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
  const given = { ...(input as Fields), ...answer }
  if (isInexact(given)) return undefined
  const end = undo.until === undefined ? null : Number(answer[undo.until])
  const until = undo.until === 'from' ? Number(end) - RECALL_MARGIN_SECONDS : end
  if (until !== null && !(until > Date.now() / 1_000)) return undefined
  const schema: v.StrictObjectSchema<v.ObjectEntries, undefined> = CONSOLE_CALLS[undo.by].input as never
  const parsed = v.safeParse(
    schema,
    Object.fromEntries(Object.keys(schema.entries).map(field => [field, given[field]])),
  )
  return parsed.success ? { call: undo.by, input: parsed.output, until } : undefined
}
