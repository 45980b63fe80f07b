/** The built-in activation API: a signed request becomes the device's next password (S-102 to S-105). */
import type { LightSource } from '@kerf/contract/endpoints/welder'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, isUniqueViolation } from '../../platform/db/database.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { hashSerialNumber } from './hash-serial-number.ts'
import { DEFAULT_LINE, findKeyVersion, loadLineKey } from './line-keys.ts'
import { deriveMachineKey, unlockPasswordAt } from './unlock-password.ts'
import { REQUEST_SECONDS, type RequestTokens, type UnlockRequest } from './unlock-request-token.ts'
import { findIssue, findMachine, issueNext } from './welder-store.ts'

export interface ActivateDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'unlock' | 'wrapping'>
  readonly limiter: Limiter
  readonly tokens: RequestTokens
  /** a password was given out, to be watched for a rush */
  readonly onIssued: () => void
}

const CALLS = { limit: 120, seconds: 3600 }
/** Of the words on the page that say what the password is for and what it does not replace. */
const SAFETY_TEXT = '2026-11-21'

export function createIssueUnlockPassword({ db, keys, limiter, tokens, onIssued }: ActivateDependencies) {
  const issue = (
    request: Buffer,
    asked: UnlockRequest,
    key: Record<string, string | number>,
    caller: Caller,
  ) =>
    db.transaction(async tx => {
      const { sn, lightSource, watch, course } = asked
      const hash = hashSerialNumber(keys.unlock, sn)
      const [row] = await issueNext(tx, request, hash, lightSource, 2 * REQUEST_SECONDS)
      if (!row) throw new Error('no password was counted')
      // No password without its row: this is committed before the password is computed.
      await writeAudit(tx, {
        event: 'unlock.issued',
        outcome: 'ok',
        ...auditContext(caller),
        detail: {
          ...{ sn: hash.toString('hex'), lightSource, counter: Number(row.counter) },
          ...{ ...key, watch, course, text: SAFETY_TEXT },
        },
      })
      return Number(row.counter)
    })

  /** Throws 20206 for a request that is none of ours or too old, 20429. */
  return async function activate(
    token: string,
    caller: Caller,
  ): Promise<{ password: string; lightSource: LightSource }> {
    await limiter.take({ key: `activate.calls:${caller.limitKey}`, ...CALLS })
    const { id, ...asked } = await tokens.open(token)
    const { sn, lightSource } = asked
    const [device] = await findMachine(db, sn)
    const line = device?.line ?? DEFAULT_LINE
    const version = device?.key_version ?? (await findKeyVersion(db, keys.wrapping, line, sn))
    const key = deriveMachineKey(await loadLineKey(db, keys.wrapping, line, version), sn, lightSource)
    const request = sha256(id)
    const earlier = async () => (await findIssue(db, request))[0]?.counter
    const before = await earlier()
    const counter =
      before ??
      (await issue(request, asked, { line, version }, caller).catch(async error => {
        // The same request was under way twice: both get what the first one got.
        if (!isUniqueViolation(error)) throw error
        return earlier()
      }))
    if (before === undefined) onIssued()
    return { password: unlockPasswordAt(key, Number(counter)), lightSource }
  }
}
