import type { ConsoleUndo } from '@kerf/contract/console/console-session'
import { createContext, useContext } from 'react'
import type { Why } from '../../api/call-console.ts'

/** `why`: of the act that is taken back */
export type OpenUndo = (undo: ConsoleUndo, why: Why) => void

export const UndoContext = createContext<OpenUndo>(() => undefined)
export const useUndo = (): OpenUndo => useContext(UndoContext)
