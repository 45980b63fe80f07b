/** New cards for machines without display whose owner has deleted the account, or whose workshop ends. The mail about it names them. */
import type { Queryable } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { createRenewedCard, hashRenewedCard } from '../machine/machine-keys.ts'
import { machineLabel } from '../machine/notify-people.ts'
import { findForCard, renewCard } from './card-store.ts'

export interface RenewedCard {
  /** `machineLabel` */
  readonly machine: string
  readonly card: string
}

export async function renewCards(
  tx: Queryable,
  keys: Pick<Keys, 'unlock'>,
  machines: readonly string[],
): Promise<RenewedCard[]> {
  const renew = async (machine: string): Promise<RenewedCard[]> => {
    const [row] = await findForCard(tx, { machine })
    if (!row) return []
    const card = createRenewedCard()
    await renewCard(tx, { machine, card: hashRenewedCard(keys, row.sn, card) })
    return [{ machine: machineLabel({ name: '', ...row }), card }]
  }
  // Up to 200 of a workshop: their statements are sent together.
  return (await Promise.all(machines.map(renew))).flat()
}
