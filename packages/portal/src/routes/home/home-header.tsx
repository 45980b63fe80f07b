import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { type Person, PersonHeader } from '../../features/home/person-header.tsx'
import { kindName } from '../../features/machines/machine-picture.tsx'
import { machinesQuery } from '../../features/machines/machines-query.ts'

/** Heading of the account home: the person, with the kinds of their machines. */
export function HomeHeader({ person }: { person: Person | undefined }) {
  const { data } = useQuery({ ...machinesQuery(), enabled: person !== undefined })
  const kinds = data && [...new Set(data.map(({ line }) => kindName(line)))]
  return (
    <PersonHeader
      person={person}
      machines={kinds && (kinds.length > 0 ? kinds.join(m.settings_list_join()) : m.machines_empty_title())}
    />
  )
}
