/** Table `account_machine`: the machines that an account has requested unlock passwords for. */

import type { LightSource } from '@kerf/contract/endpoints/welder'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface NewAccountMachine {
  readonly uid: string
  readonly machineHash: Buffer
  readonly serialNumberEnd: string
  readonly lightSource: LightSource
  readonly handle: string
}

/** A known machine keeps its handle and its first time. */
export const upsertAccountMachine = statement<never, NewAccountMachine>(
  'account_machine.upsert',
  `insert into account_machine (uid, machine_hash, sn_end, light_source, handle)
   values ($uid, $machineHash, $serialNumberEnd, $lightSource, $handle)
   on conflict (uid, machine_hash)
   do update set last_request = excluded.last_request, light_source = excluded.light_source`,
)

export interface AccountMachineRow {
  readonly handle: string
  readonly sn_end: string
  readonly light_source: LightSource
  /** Unix seconds */
  readonly first_request: number
  readonly last_request: number
}

/** The latest ones, newest first. */
export const listAccountMachines = statement<AccountMachineRow, { uid: string; limit: number }>(
  'account_machine.list',
  `select handle, sn_end, light_source,
          ${epochSeconds('first_request')} as first_request,
          ${epochSeconds('last_request')} as last_request
     from account_machine where uid = $uid order by account_machine.last_request desc limit $limit`,
)

export const deleteAccountMachine = statement<never, { uid: string; handle: string }>(
  'account_machine.delete',
  'delete from account_machine where uid = $uid and handle = $handle',
)

/** Accounts that requested a password of the machine. */
export const listAccountsOfMachine = statement<{ uid: string }, { machineHash: Buffer }>(
  'account_machine.accounts',
  'select uid from account_machine where machine_hash = $machineHash order by last_request desc limit 20',
  { scope: 'every shard', because: 'operator' },
)
