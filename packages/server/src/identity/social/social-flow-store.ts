/** Rows of social sign-ins under way: requests sent to providers, results to be read once, steps still to be taken. */
import { statement } from '../../platform/db/database.ts'

export const insertRequest = statement<
  never,
  [
    stateHash: Buffer,
    channel: string,
    op: 'login' | 'bind',
    browserHash: Buffer,
    sealed: Buffer,
    uid: string | null,
    seconds: number,
  ]
>(
  'social.request',
  `insert into oauth_request (state_hash, channel, op, browser_hash, sealed, uid, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
)

export interface RequestRow {
  readonly op: 'login' | 'bind'
  readonly sealed: Buffer
  readonly uid: string | null
}

/** What came back is for a request of this channel and browser that nobody answered yet (S-061). */
export const consumeRequest = statement<
  RequestRow,
  [stateHash: Buffer, channel: string, browserHash: Buffer]
>(
  'social.request_consume',
  `update oauth_request set consumed_at = now()
    where state_hash = $1 and channel = $2 and browser_hash = $3 and consumed_at is null and expires_at > now()
   returning op, sealed, uid`,
)

export const insertFlow = statement<
  never,
  [hash: Buffer, kind: 'result' | 'step', sealed: Buffer, uid: string | null, seconds: number]
>(
  'social.flow',
  `insert into oauth_flow (hash, kind, sealed, uid, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
)

export const consumeFlow = statement<{ sealed: Buffer }, [hash: Buffer, kind: 'result' | 'step']>(
  'social.flow_consume',
  `update oauth_flow set consumed_at = now()
    where hash = $1 and kind = $2 and consumed_at is null and expires_at > now() returning sealed`,
)

export const findStep = statement<{ sealed: Buffer }, [hash: Buffer]>(
  'social.step',
  `select sealed from oauth_flow where hash = $1 and kind = 'step' and consumed_at is null and expires_at > now()`,
)
