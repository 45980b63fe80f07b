import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { RadioField } from '../../../ui/radio-field/radio-field.tsx'
import { awaitedWorkshopsQuery, isAdminOf } from './workshops-query.ts'

interface Props {
  /** id of a workshop; 'self': the account */
  value: string
  onSelect(owner: string): void
}

/** Who becomes the owner: the person, or a workshop whose admin the person is. Without one there is nothing to choose. */
export function OwnerChoice({ value, onSelect }: Props) {
  const { data = [] } = useQuery(awaitedWorkshopsQuery())
  const workshops = data.filter(isAdminOf)
  if (workshops.length === 0) return null
  return (
    <RadioField
      name="owner"
      label={m.workshops_owner()}
      options={[
        { value: 'self', label: m.workshops_owner_self() },
        ...workshops.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onSelect={onSelect}
    />
  )
}

/** Input of a call that takes a machine. */
export const ownerInput = (owner: string): { readonly workshop?: string } =>
  owner === 'self' ? {} : { workshop: owner }
