import { JoinMachine } from '../features/machines/join-machine.tsx'
import { useLanguage } from '../lib/page/language.ts'

export function MachineJoinPage() {
  useLanguage()
  return <JoinMachine />
}
