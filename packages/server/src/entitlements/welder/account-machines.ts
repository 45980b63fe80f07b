/**
 * The machines that a signed-in person has requested unlock passwords for, shown on the account home. Of the serial number only
 * the end is stored: enough for its owner to know the machine, too little to request a password.
 */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { LightSource, listUnlockedMachines } from '@kerf/contract/endpoints/welder'
import { lockAgainstErasure } from '../../identity/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { keyedHash, randomHandle } from '../../platform/keys/secrets.ts'
import { deleteAccountMachine, listAccountMachines, upsertAccountMachine } from './account-machine-store.ts'

const SERIAL_NUMBER_END = 6
const LISTED_MAX = 20

/** `key`: `keys.unlock`. */
export function createAccountMachines({ db, key }: { readonly db: Database; readonly key: Buffer }) {
  return {
    async record(uid: string, serialNumber: string, lightSource: LightSource): Promise<void> {
      const machine = {
        uid,
        machineHash: keyedHash(key, 'account machine', uid, serialNumber),
        serialNumberEnd: serialNumber.slice(-SERIAL_NUMBER_END),
        lightSource,
        handle: randomHandle(),
      }
      await db.transaction(async tx => {
        const [account] = await lockAgainstErasure(tx, { uid })
        if (account) await upsertAccountMachine(tx, machine)
      })
    },

    async list(uid: string): Promise<OutputOf<typeof listUnlockedMachines>> {
      const rows = await listAccountMachines(db, { uid, limit: LISTED_MAX })
      return {
        machines: rows.map(row => ({
          machine: row.handle,
          snEnd: row.sn_end,
          lightSource: row.light_source,
          firstRequest: row.first_request,
          lastRequest: row.last_request,
        })),
      }
    },

    async remove(uid: string, handle: string): Promise<void> {
      await deleteAccountMachine(db, { uid, handle })
    },
  }
}

export type AccountMachines = ReturnType<typeof createAccountMachines>
