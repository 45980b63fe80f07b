/**
 * Publishes what happens to an account to the apps that have redeemed a ticket of it. Call these functions in the
 * transaction of the change. Events name the account, sessions and changed fields, never a value.
 * A new type also needs `KerfEvent` (packages/client/src/types.ts) and docs/webhooks.md.
 */
import type { Queryable } from '../../platform/db/database.ts'
import {
  type AccountEventType,
  insertAccountEvent,
  listEventApps,
  type MachineEventType,
  type NewAccountEvent,
  notifyAccountEvent,
} from './account-event-store.ts'

/** Names of the fields of `GET /v1/user/fullinfo`, and two that have no value there. */
export type ChangedField =
  | 'country'
  | 'region'
  | 'email'
  | 'userName'
  | 'nickname'
  | 'headpic'
  | 'gender'
  | 'birthday'
  | 'introduction'
  | 'social'
  | 'password'
  | 'status'

export interface EndedSession {
  readonly handle: string
  /** client ids of the apps that learned of it; null: unknown */
  readonly redeemed_by: readonly string[] | null
}

/** Sent together, in their order: the ids are that of an account's changes. */
async function insertEvents(
  tx: Queryable,
  events: readonly (Omit<NewAccountEvent, 'data'> & { readonly data: object })[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(event => insertAccountEvent(tx, { ...event, data: JSON.stringify(event.data) }))
  await Promise.all([...rows, notifyAccountEvent(tx)])
}

async function publish(
  tx: Queryable,
  uid: string,
  type: AccountEventType,
  data: object = {},
  appCodes: readonly string[] | null = null,
): Promise<void> {
  const apps = await listEventApps(tx, { uid, appCodes })
  await insertEvents(
    tx,
    apps.map(({ client_id: clientId }) => ({ ...{ uid, clientId, type }, data: { uid, ...data } })),
  )
}

/** To an app that has just redeemed its first ticket of the account: before that, the account does not exist for the app. */
export async function publishAccountCreated(tx: Queryable, uid: string, clientId: string): Promise<void> {
  const apps = await listEventApps(tx, { uid, appCodes: null })
  const events = apps.filter(({ client_id }) => client_id === clientId)
  await insertEvents(
    tx,
    events.map(() => ({ ...{ uid, clientId, type: 'account.created' as const }, data: { uid } })),
  )
}

/** Fields in which nothing changed must not be named; without any, nothing is published. */
export async function publishAccountUpdated(
  tx: Queryable,
  uid: string,
  changed: readonly ChangedField[],
): Promise<void> {
  if (changed.length > 0) await publish(tx, uid, 'account.updated', { changed })
}

/** After all other events of the account, and before its rows are deleted. */
export const publishAccountDeleted = (tx: Queryable, uid: string): Promise<void> =>
  publish(tx, uid, 'account.deleted')

/** `appCodes`: the apps that honor the benefit; empty: all. */
export const publishBenefitChange = (
  tx: Queryable,
  uid: string,
  type: 'benefit.redeemed' | 'benefit.withdrawn',
  benefit: string,
  appCodes: readonly string[],
): Promise<void> => publish(tx, uid, type, { benefit }, appCodes.length === 0 ? null : appCodes)

/** `course`: its id. The certificate's number and the name on it are not sent. */
export const publishTrainingEvent = (
  tx: Queryable,
  uid: string,
  type: 'training.finished' | 'certificate.issued',
  course: string,
): Promise<void> => publish(tx, uid, type, { course })

/**
 * To the apps of each person whose right changed. They learn nothing of anybody else, and neither serial number, name nor reason.
 * `role` null: the person has none any more. `until`: unix seconds, null without an end.
 */
export async function publishMachineEvent(
  tx: Queryable,
  type: MachineEventType,
  {
    uids,
    ...data
  }: {
    readonly uids: readonly string[]
    readonly machine: string
    readonly role: string | null
    readonly until: number | null
  },
): Promise<void> {
  for (const uid of uids) await publish(tx, uid, type, data)
}

/** One event for each session that an app knows. */
export async function publishSessionEvents(
  tx: Queryable,
  uid: string,
  ended: readonly EndedSession[],
): Promise<void> {
  const known = ended.filter(({ redeemed_by: apps }) => apps === null || apps.length > 0)
  if (known.length === 0) return
  const apps = await listEventApps(tx, { uid, appCodes: null })
  await insertEvents(
    tx,
    known.flatMap(({ handle, redeemed_by: learned }) =>
      apps.flatMap(({ client_id: clientId }) =>
        // An app gets no handle of another app's session. Null: unknown, all apps of the account.
        learned === null || learned.includes(clientId)
          ? [{ ...{ uid, clientId, type: 'session.ended' }, data: { uid, session: `${uid}.${handle}` } }]
          : [],
      ),
    ),
  )
}
