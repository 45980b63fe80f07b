/** The apps with access to an account: lists them, and withdraws the access of one. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { listGrantedApps } from '@kerf/contract/endpoints/openid'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { queueLogouts } from '../grant/end-grants.ts'
import { deleteGrantsOfClient, listConsents, listEndedGrants, listGrants } from '../grant/grant-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { describeClient } from './authorization-flow.ts'
import { isMachineId } from './pairing/machine-clients.ts'
import { type ApiSources, describeApis, openIdScopes } from './tokens/api-scopes.ts'

/** Ended access is shown for this time. */
const SHOWN_DAYS = 30

export function createGrantedApps(db: Database, apps: ApiSources) {
  const { findClient } = apps
  return {
    /** The newest first. Apps that were removed are left out: nothing of them works. */
    async list(uid: string): Promise<OutputOf<typeof listGrantedApps>> {
      const [consents, grants, allEnded] = await Promise.all([
        listConsents(db, { uid }),
        listGrants(db, { uid }),
        listEndedGrants(db, { uid, days: SHOWN_DAYS }),
      ])
      const clientIds = new Set(
        // The person at a machine finds it among the sessions.
        [...consents, ...grants].map(row => row.client_id).filter(id => !isMachineId(id)),
      )
      const items = [...clientIds].flatMap(clientId => {
        const client = findClient(clientId)
        if (!client) return []
        const consent = consents.find(row => row.client_id === clientId)
        const own = grants.filter(row => row.client_id === clientId)
        const scopes = new Set([...(consent?.scopes ?? []), ...own.flatMap(row => row.scopes)])
        const times = [...own.map(row => row.created_at), ...(consent ? [consent.granted_at] : [])]
        return {
          client: describeClient(client),
          scopes: openIdScopes([...scopes]),
          apis: describeApis([...scopes], apps),
          since: Math.min(...times),
          sessions: new Set(own.map(row => row.session)).size,
          offline: own.some(row => row.offline),
        }
      })
      const live = new Set(grants.map(row => row.client_id))
      const ended = allEnded.flatMap(({ client_id: clientId, reason, ended_at: at }, index) => {
        const client = findClient(clientId)
        const isLatest = allEnded.findIndex(row => row.client_id === clientId) === index
        return client && isLatest && !live.has(clientId)
          ? [{ client: describeClient(client), reason, at }]
          : []
      })
      return { items: items.toSorted((one, other) => other.since - one.since), ended }
    },

    /** Nothing to withdraw is no error, so that a repeated call succeeds. */
    async withdraw({ uid }: SessionClaims, clientId: string, caller: Caller): Promise<{ ended: number }> {
      return db.transaction(async tx => {
        const ended = await deleteGrantsOfClient(tx, uid, clientId)
        await queueLogouts(tx, uid, ended)
        await writeAudit(tx, {
          event: 'openid.withdraw',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail: { client: clientId, ended: ended.length },
        })
        return { ended: ended.length }
      })
    },
  }
}

export type GrantedApps = ReturnType<typeof createGrantedApps>
