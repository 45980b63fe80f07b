import { Avatar } from '../../ui/avatar/avatar.tsx'
import type { Authorization } from './authorization-query.ts'

/** The picture of an app; without one, the first letter of its name. */
export const AppFace = ({ client }: { client: Pick<Authorization['client'], 'logo' | 'name'> }) => (
  <Avatar picture={client.logo} name={client.name} shape="square" />
)
