/**
 * Tables of the welder unlock: `device` (registered machines), `line_key` and `wrapped_key` (keys of product lines),
 * `unlock_counter` and `unlock_issue` (passwords given out), `unlock_asked` (machines requested lately).
 */
import type { LightSource } from '@kerf/contract/endpoints/welder'
import { statement } from '../../platform/db/database.ts'

export interface MachineLookup {
  /** whether any serial numbers with unlock passwords are imported; if so, all others are invalid */
  readonly registered: boolean
  /** product line; null: this machine is not imported */
  readonly line: string | null
  readonly key_version: number | null
  /** number of the key that its board holds for claims and passes; 0: none; null: not imported */
  readonly generation: number | null
  /** whether it has unlock passwords; null: not imported */
  readonly unlock: boolean | null
}

export const findMachine = statement<MachineLookup, { serialNumber: string }>(
  'welder.machine',
  `select exists (select 1 from device where unlock) as registered, d.line, d.key_version, d.generation, d.unlock
     from (select 1) as one left join device d on d.sn = $serialNumber`,
  { scope: 'coordinator' },
)

/** Registers machines. Returns a row for each one that was not registered before. */
export const insertMachines = statement<
  { sn: string },
  { serialNumbers: readonly string[]; line: string; version: number; unlock: boolean }
>(
  'welder.insert_machines',
  `insert into device (sn, line, key_version, unlock) select sn, $line, $version, $unlock from unnest($serialNumbers::text[]) as t(sn)
   on conflict (sn) do nothing returning sn`,
  { scope: 'coordinator' },
)

/** Advisory lock of a product line, until the transaction ends. */
export const lockLine = statement<never, { line: string }>(
  'welder.lock_line',
  `select pg_advisory_xact_lock(hashtextextended('line_key ' || $line, 0))`,
  { scope: 'coordinator' },
)

/** Oldest first. `from_sn`: the first serial number that uses the version. */
export const listLineKeyVersions = statement<{ version: number; from_sn: string }, { line: string }>(
  'welder.line_key_versions',
  'select version, from_sn from line_key where line = $line order by version',
  { scope: 'coordinator' },
)

export const insertLineKeyVersion = statement<
  never,
  { line: string; version: number; fromSerialNumber: string }
>(
  'welder.insert_line_key',
  'insert into line_key (line, version, from_sn) values ($line, $version, $fromSerialNumber)',
  { scope: 'coordinator' },
)

/** `wrapped`: encrypted by the master key. */
export const insertWrappedKey = statement<never, { name: string; wrapped: Buffer }>(
  'welder.insert_wrapped_key',
  'insert into wrapped_key (name, wrapped) values ($name, $wrapped)',
  { scope: 'coordinator' },
)

export const findWrappedKey = statement<{ wrapped: Buffer }, { name: string }>(
  'welder.wrapped_key',
  'select wrapped from wrapped_key where name = $name',
  { scope: 'coordinator' },
)

export interface CounterKey {
  /** keyed hash of the serial number */
  readonly serialNumberHash: Buffer
  readonly lightSource: LightSource
}

/** The next password counter of a machine and light source. Locks the row until the transaction ends. */
export const raiseCounter = statement<{ counter: string }, CounterKey>(
  'welder.raise_counter',
  `insert into unlock_counter as c (sn, light_source, counter) values ($serialNumberHash, $lightSource, 1)
   on conflict (sn, light_source) do update set counter = c.counter + 1
   returning counter`,
)

/** Rejects with a unique violation when the request already has a counter. */
export const insertIssue = statement<never, { request: Buffer; counter: string; seconds: number }>(
  'welder.issue',
  `insert into unlock_issue (request, counter, expires_at)
   values ($request, $counter, now() + make_interval(secs => $seconds))`,
)

export const findIssue = statement<{ counter: string }, { request: Buffer }>(
  'welder.find_issue',
  'select counter from unlock_issue where request = $request',
)

export const findCounter = statement<{ counter: string }, CounterKey>(
  'welder.counter',
  'select counter from unlock_counter where sn = $serialNumberHash and light_source = $lightSource',
)

export type RequesterKind = 'address' | 'watch'

/** Whether the requester has requested this machine lately, and how many others. */
export const findRecentRequests = statement<
  { known: boolean; others: number },
  { kind: RequesterKind; requester: Buffer; serialNumberHash: Buffer }
>(
  'welder.recent_requests',
  `select coalesce(bool_or(sn = $serialNumberHash), false) as known,
          count(*) filter (where sn <> $serialNumberHash)::int as others
     from unlock_asked where kind = $kind and who = $requester and expires_at > now()`,
)

export const insertRecentRequest = statement<
  never,
  {
    address: Buffer
    addressSeconds: number
    visitor: Buffer
    visitorSeconds: number
    serialNumberHash: Buffer
  }
>(
  'welder.insert_recent_request',
  `insert into unlock_asked (kind, who, sn, expires_at)
   values ('address', $address, $serialNumberHash, now() + make_interval(secs => $addressSeconds)),
          ('watch', $visitor, $serialNumberHash, now() + make_interval(secs => $visitorSeconds))
   on conflict (kind, who, sn) do nothing`,
)
