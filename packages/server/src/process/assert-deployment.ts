/** Refuses the database of another server group: the accounts, rules and privacy texts of groups differ. */
import type { Config } from '../platform/config/config.ts'
import type { Queryable } from '../platform/db/database.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { claimDeployment, findDeployment } from './deployment-store.ts'

/** The first start in production records the group. Development may change it at any time. */
export async function assertDeployment(
  owner: Queryable,
  { deployment, production }: Pick<Config, 'deployment' | 'production'>,
): Promise<void> {
  if (!production) return
  await claimDeployment(owner, { deployment })
  const [stored] = await findDeployment(owner)
  if (stored && stored.deployment !== deployment)
    throw new StartupError(
      `DEPLOYMENT=${deployment}, but this database belongs to "${stored.deployment}". Set DEPLOYMENT=${stored.deployment}, or DATABASE_URL to ` +
        `the database of "${deployment}". If the database really changes its group, run as its owner: ` +
        `update installation set deployment = '${deployment}'`,
    )
}
