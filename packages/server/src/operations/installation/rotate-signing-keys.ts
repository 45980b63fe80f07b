/** Rotates the keys that sign ID tokens and logout tokens. */
import { rotateSigningKeys as rotate } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'

export interface RotatedSigningKeys {
  /** `signsFrom`: unix seconds */
  readonly added: readonly { readonly kid: string; readonly alg: string; readonly signsFrom: number }[]
  /** ids of the keys that are published for the overlap only, or no longer */
  readonly withdrawn: readonly string[]
}

/** `immediately`: without overlap, after a key was stolen. */
export const rotateSigningKeys = (
  db: Database,
  keys: Pick<Keys, 'wrapping'>,
  immediately: boolean,
  operator: string,
): Promise<RotatedSigningKeys> =>
  db.transaction(async tx => {
    const { added, withdrawn } = await rotate(tx, keys.wrapping, immediately)
    await writeAudit(tx, {
      event: 'key.rotate_signing',
      outcome: 'ok',
      operator,
      detail: { kids: added.map(({ kid }) => kid).join(' '), immediately },
    })
    return {
      added: added.map(({ kid, alg, signsFrom }) => ({
        ...{ kid, alg },
        signsFrom: Math.floor(signsFrom.getTime() / 1_000),
      })),
      withdrawn,
    }
  })
