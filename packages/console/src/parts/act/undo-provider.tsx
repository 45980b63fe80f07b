import { type ReactNode, useCallback, useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import { type Undo, UndoContext } from './undo.ts'

/**
 * Opens the act that takes another one back, with the reason and the case of that one filled in. It stands around the screens, because
 * the dialog of the act is closed by then, and its screen may be left.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Parameters<Undo>>()
  const undo = useCallback<Undo>((...given) => setOpened(given), [])
  const [reverse, why] = opened ?? []
  return (
    <UndoContext value={undo}>
      {children}
      {reverse && (
        <ActDialog
          name={reverse.name}
          input={reverse.input}
          initialWhy={{ ...why, reason: reverse.reason ?? why?.reason }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </UndoContext>
  )
}
