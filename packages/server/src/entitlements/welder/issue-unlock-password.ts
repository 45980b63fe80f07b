/** The built-in activation API: exchanges a signed request for the next unlock password of a machine (S-102 to S-105). */

import type { LightSource } from '@kerf/contract/endpoints/welder'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { isUniqueViolation } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { hashSerialNumber } from './hash-serial-number.ts'
import { DEFAULT_LINE, findKeyVersion, loadLineKey } from './line-keys.ts'
import { deriveMachineKey, unlockPasswordAt } from './unlock-password.ts'
import {
  UNLOCK_REQUEST_TTL_SECONDS,
  type UnlockRequest,
  type UnlockRequestTokens,
} from './unlock-request-token.ts'
import { findIssue, findMachine, insertIssue, raiseCounter } from './welder-store.ts'

export interface IssueUnlockPasswordDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'limiter'> {
  readonly tokens: UnlockRequestTokens
  /** counts issued passwords, so that an unusual number can be noticed */
  readonly onIssued: () => void
}

const CALL_LIMIT = { limit: 120, seconds: HOUR_SECONDS }
/** Version of the page's text on what the password is for and which safety measures it does not replace. */
const SAFETY_TEXT_VERSION = '2026-11-21'
/** A repeated request finds its counter for longer than its token is valid. */
const ISSUE_TTL_SECONDS = 2 * UNLOCK_REQUEST_TTL_SECONDS

interface LineKeyVersion {
  readonly line: string
  readonly version: number
}

export function createIssueUnlockPassword({
  db,
  keys,
  limiter,
  tokens,
  onIssued,
}: IssueUnlockPasswordDependencies) {
  async function findLineKeyVersion(serialNumber: string): Promise<LineKeyVersion> {
    const [machine] = await findMachine(db, { serialNumber })
    const line = machine?.line ?? DEFAULT_LINE
    const version = machine?.key_version ?? (await findKeyVersion(db, keys.wrapping, line, serialNumber))
    return { line, version }
  }

  /**
   * Assigns the next counter to a request. The audit row is committed with it, before the password is computed, so no password
   * exists without its audit row. Rejects with a unique violation when the request has a counter already.
   */
  const assignCounter = (request: Buffer, unlock: UnlockRequest, key: LineKeyVersion, caller: Caller) =>
    db.transaction(async tx => {
      const { serialNumber, lightSource, visitor, courseVersion } = unlock
      const serialNumberHash = hashSerialNumber(keys.unlock, serialNumber)
      const [row] = await raiseCounter(tx, { serialNumberHash, lightSource })
      if (!row) throw new Error('the password counter was not raised')
      const { counter } = row
      await insertIssue(tx, { request, counter, seconds: ISSUE_TTL_SECONDS })
      await writeAudit(tx, {
        event: 'unlock.issued',
        outcome: 'ok',
        ...auditContext(caller),
        detail: {
          ...{ sn: serialNumberHash.toString('hex'), lightSource, counter: Number(counter) },
          ...{ ...key, watch: visitor, course: courseVersion, text: SAFETY_TEXT_VERSION },
        },
      })
      return counter
    })

  /** Repeated with the same token, it returns the same password. Throws `expired`, `too_many_requests`. */
  return async function issueUnlockPassword(
    token: string,
    caller: Caller,
  ): Promise<{ password: string; lightSource: LightSource }> {
    await limiter.consume(...addressLimits('activate.calls', caller, CALL_LIMIT))
    const { id, ...unlock } = await tokens.verify(token)
    const { serialNumber, lightSource } = unlock
    const key = await findLineKeyVersion(serialNumber)
    const lineKey = await loadLineKey(db, keys.wrapping, key.line, key.version)
    const request = sha256(id)
    const findEarlier = async () => (await findIssue(db, { request }))[0]?.counter
    const earlier = await findEarlier()
    const counter =
      earlier ??
      (await assignCounter(request, unlock, key, caller).catch(async error => {
        // The same request runs twice at the same time: both get the counter of the first one.
        if (!isUniqueViolation(error)) throw error
        return findEarlier()
      }))
    if (earlier === undefined) onIssued()
    const machineKey = deriveMachineKey(lineKey, serialNumber, lightSource)
    return { password: unlockPasswordAt(machineKey, Number(counter)), lightSource }
  }
}

export type IssueUnlockPassword = ReturnType<typeof createIssueUnlockPassword>
