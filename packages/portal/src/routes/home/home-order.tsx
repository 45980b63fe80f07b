import { type ReactNode, useState } from 'react'
import {
  assessAccount,
  type CheckedAccount,
  type CheckedSession,
} from '../../features/home/security-checkup.ts'

interface Props {
  account: CheckedAccount
  sessions: readonly CheckedSession[] | undefined
  machines: ReactNode
  checkup: ReactNode
  /** between the two */
  children?: ReactNode
}

/** A check-up that asks something stands above the machines. It keeps its place when it is answered. */
export function HomeOrder({ account, sessions, machines, checkup, children }: Props) {
  const [isAsking] = useState(() => assessAccount(account, sessions).advices.length > 0)
  return (
    <>
      {isAsking && checkup}
      {machines}
      {children}
      {!isAsking && checkup}
    </>
  )
}
