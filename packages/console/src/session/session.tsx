/** The operator who is logged in, and what the roles allow. */
import type { ConsoleCallName } from '@kerf/contract/console/console-calls'
import type { ConsoleSession, OperationNeeds } from '@kerf/contract/console/console-session'
import { createContext, useContext } from 'react'

export interface SessionValue {
  readonly session: ConsoleSession
  reload(): void
  leave(): void
}

export const SessionContext = createContext<SessionValue | undefined>(undefined)

export function useSession(): SessionValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('there is no session')
  return value
}

/** What the call needs; undefined: the roles do not allow it. */
export const useNeeds = (name: ConsoleCallName): OperationNeeds | undefined =>
  useSession().session.calls[name]
