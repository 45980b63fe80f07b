/** Links by ids, which are too long for a table: their start tells rows apart. */
import { Link } from '@tanstack/react-router'

const START = 8

export const PersonLink = ({ uid }: { uid: string }) => (
  <Link to="/people/$who" params={{ who: uid }}>
    {uid.slice(0, START)}
  </Link>
)

export const RequestLink = ({ id }: { id: string | null }) =>
  id !== null && (
    <Link to="/requests/$id" params={{ id }}>
      {id.slice(0, START)}
    </Link>
  )
