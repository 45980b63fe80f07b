import { createContext, useContext } from 'react'
import type { Why } from '../../api/call-console.ts'
import type { ReverseAct } from './acts.ts'

export type Undo = (reverse: ReverseAct, why: Why) => void

export const UndoContext = createContext<Undo>(() => undefined)
export const useUndo = (): Undo => useContext(UndoContext)
