import * as m from '@kerf/locales/messages'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useRouter } from '../../lib/router/router-view.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useUnsavedFields } from './unsaved-fields.ts'

const withoutLanguage = (path: string): string => path.replace(/^\/[^/]+/, '')

/** Whether the navigation unmounts the page. Another language or query keeps the page and its unsaved edits. */
export const leavesPage = (from: string, to: string): boolean => withoutLanguage(from) !== withoutLanguage(to)

/**
 * Asks for confirmation before unsaved edits are lost by navigation, back, or closing the page. Call `mayLeave` before
 * other actions that lose edits. Render `dialog` once.
 */
export function useLeaveGuard(): { readonly dialog: ReactNode; mayLeave(): Promise<boolean> } {
  const { history } = useRouter()
  const fields = useUnsavedFields()
  const [asking, setAsking] = useState(false)
  const settle = useRef<(leave: boolean) => void>(undefined)
  const unsaved = fields.length > 0

  const answer = (leave: boolean) => {
    setAsking(false)
    settle.current?.(leave)
    settle.current = undefined
  }
  const ask = useCallback(() => {
    // A second attempt to leave replaces the first.
    settle.current?.(false)
    setAsking(true)
    return new Promise<boolean>(resolve => {
      settle.current = resolve
    })
  }, [])

  useEffect(() => {
    if (!unsaved) return
    return history.block({
      blockerFn: async ({ currentLocation, nextLocation }) =>
        leavesPage(currentLocation.pathname, nextLocation.pathname) && !(await ask()),
      enableBeforeUnload: true,
    })
  }, [history, unsaved, ask])

  const dialog = asking && (
    <Dialog
      title={m.leave_title()}
      onClose={() => answer(false)}
      actions={
        <>
          <Button variant="danger" onClick={() => answer(true)}>
            {m.leave_go()}
          </Button>
          <Button data-autofocus="" onClick={() => answer(false)}>
            {m.leave_stay()}
          </Button>
        </>
      }
    >
      <p>{m.leave_text({ fields: fields.join(m.settings_list_join()) })}</p>
    </Dialog>
  )
  return { dialog, mayLeave: async () => !unsaved || ask() }
}
