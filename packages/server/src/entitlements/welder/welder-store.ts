/** Rows of devices, their lines' keys and the passwords given out. */
import type { LightSource } from '@kerf/contract/endpoints/welder'
import { statement } from '../../platform/db/database.ts'

/** `registered`: some serials were imported, so that others are invalid. */
export const findMachine = statement<
  { registered: boolean; line: string | null; key_version: number | null },
  [sn: string]
>(
  'device.find',
  `select exists (select from device) as registered, d.line, d.key_version
     from (select 1) as one left join device d on d.sn = $1`,
)

export const lockLine = statement<never, [line: string]>(
  'device.lock_line',
  `select pg_advisory_xact_lock(hashtextextended('line_key ' || $1, 0))`,
)

/** In their order. */
export const listLineKeyVersions = statement<{ version: number; from_sn: string }, [line: string]>(
  'device.versions',
  'select version, from_sn from line_key where line = $1 order by version',
)

export const insertLineKey = statement<never, [line: string, version: number, fromSn: string]>(
  'device.insert_line_key',
  'insert into line_key (line, version, from_sn) values ($1, $2, $3)',
)

export const insertWrapped = statement<never, [name: string, wrapped: Buffer]>(
  'device.insert_wrapped',
  'insert into wrapped_key (name, wrapped) values ($1, $2)',
)

export const findLineKey = statement<{ wrapped: Buffer }, [name: string]>(
  'device.find_wrapped',
  'select wrapped from wrapped_key where name = $1',
)

/**
 * Gives a request the next number, once: asked again it finds its own row. Of two at once one waits for the other and then
 * finds what that one was given.
 */
export const issueNext = statement<
  { counter: string },
  [request: Buffer, sn: Buffer, lightSource: LightSource, seconds: number]
>(
  'device.issue',
  `with raised as (
     insert into unlock_counter as c (sn, light_source, counter) values ($2, $3, 1)
     on conflict (sn, light_source) do update set counter = c.counter + 1
     returning counter
   )
   insert into unlock_issue (request, counter, expires_at)
   select $1, counter, now() + make_interval(secs => $4) from raised
   returning counter`,
)

export const findIssue = statement<{ counter: string }, [request: Buffer]>(
  'device.find_issue',
  'select counter from unlock_issue where request = $1',
)

export const findCounter = statement<{ counter: string }, [sn: Buffer, lightSource: LightSource]>(
  'device.counter',
  'select counter from unlock_counter where sn = $1 and light_source = $2',
)

export type AskedBy = 'address' | 'watch'

/** Whether it has asked for this device lately, and for how many others. */
export const findAsked = statement<
  { known: boolean; others: number },
  [kind: AskedBy, who: Buffer, sn: Buffer]
>(
  'device.asked',
  `select coalesce(bool_or(sn = $3), false) as known, count(*) filter (where sn <> $3)::int as others
     from unlock_asked where kind = $1 and who = $2 and expires_at > now()`,
)

export const markAsked = statement<
  never,
  [address: Buffer, watch: Buffer, sn: Buffer, addressSeconds: number, watchSeconds: number]
>(
  'device.mark_asked',
  `insert into unlock_asked (kind, who, sn, expires_at)
   values ('address', $1, $3, now() + make_interval(secs => $4)), ('watch', $2, $3, now() + make_interval(secs => $5))
   on conflict (kind, who, sn) do nothing`,
)
