/** New cards for machines without display whose owner has deleted the account. The mail about the deletion names them. */
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
  const renewed: RenewedCard[] = []
  for (const machine of machines) {
    const [row] = await findForCard(tx, { machine })
    if (!row) continue
    const card = createRenewedCard()
    await renewCard(tx, { machine, card: hashRenewedCard(keys, row.sn, card) })
    renewed.push({ machine: machineLabel({ name: '', ...row }), card })
  }
  return renewed
}
