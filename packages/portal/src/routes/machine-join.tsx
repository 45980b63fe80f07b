import { JoinMachine } from '../features/machines/join-machine.tsx'
import { useOfferCode } from '../features/machines/offer-code.ts'
import { readJoinCode } from '../features/machines/workshops/join-code.ts'
import { JoinWorkshop } from '../features/machines/workshops/join-workshop.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { OtherAccountButton } from './authorization/other-account-button.tsx'

/** Accepts what a link offers: a machine, or to ask for a workshop, whose code is shorter. */
export function MachineJoinPage() {
  useLanguage()
  const joinCode = readJoinCode(useOfferCode() ?? '')
  return (
    <QueryProvider>
      {joinCode === undefined ? (
        <JoinMachine otherAccount={<OtherAccountButton />} />
      ) : (
        <JoinWorkshop key={joinCode} code={joinCode} otherAccount={<OtherAccountButton />} />
      )}
    </QueryProvider>
  )
}
