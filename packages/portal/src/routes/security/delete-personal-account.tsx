import { useQuery } from '@tanstack/react-query'
import { DeleteAccountCard } from '../../features/account/delete-account-card.tsx'
import { machinesQuery } from '../../features/machines/machines-query.ts'
import { workshopsQuery } from '../../features/machines/owner/workshops-query.ts'
import { BeforeDeletion } from '../../features/machines/workshops/before-deletion.tsx'

export function DeletePersonalAccount(props: { email: string; onDeleted(): void }) {
  const machines = useQuery(machinesQuery())
  const workshops = useQuery(workshopsQuery())
  // Without a time limit, unlike useAllAnswered: the dialog must not open without its warnings.
  const isPending = machines.isPending || workshops.isPending
  return <DeleteAccountCard {...props} notice={<BeforeDeletion />} isNoticePending={isPending} />
}
