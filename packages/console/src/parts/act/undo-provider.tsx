import { type ReactNode, useCallback, useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import { isAct } from './acts.ts'
import { type OpenUndo, UndoContext } from './undo.ts'

/**
 * Opens the act that undoes another one, with its reason and case filled in. It wraps all screens, because the operator may have left
 * the screen of the first act.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Parameters<OpenUndo>>()
  const open = useCallback<OpenUndo>((...given) => setOpened(given), [])
  const [undo, why] = opened ?? []
  return (
    <UndoContext value={open}>
      {children}
      {undo && isAct(undo.call) && (
        <ActDialog
          name={undo.call}
          // The server has made it for this call.
          input={undo.input as never}
          initialWhy={{ ...why, reason: undo.reason ?? why?.reason }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </UndoContext>
  )
}
