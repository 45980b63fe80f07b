import { type ReactNode, useCallback, useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import { isAct } from './acts.ts'
import { type OpenUndo, UndoContext } from './undo.ts'

/**
 * Opens the act that takes another one back, with the reason and the case of that one filled in. It stands around the screens, because
 * the dialog of the act is closed by then, and its screen may be left.
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
