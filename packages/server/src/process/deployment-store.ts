/** The server group that the database belongs to. */
import { statement } from '../platform/db/database.ts'

export const claimDeployment = statement<never, { deployment: string }>(
  'installation.claim',
  'insert into installation (deployment) values ($deployment) on conflict do nothing',
)

export const findDeployment = statement<{ deployment: string }>(
  'installation.deployment',
  'select deployment from installation',
)
