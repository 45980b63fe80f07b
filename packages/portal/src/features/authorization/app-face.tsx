import { Avatar } from '../../ui/avatar/avatar.tsx'
import type { Authorization } from './authorization-query.ts'

interface Props {
  client: Pick<Authorization['client'], 'logo' | 'name'>
}

/** The picture of an app; without one, the first letter of its name. */
export const AppFace = ({ client }: Props) => (
  <Avatar picture={client.logo} name={client.name} shape="square" />
)
