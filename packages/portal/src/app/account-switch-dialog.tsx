import * as m from '@kerf/locales/messages'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { accountSwitch } from './account-switch.ts'

/** Asks whether to switch to the account of the URL. Closing the dialog keeps the current account. */
export function AccountSwitchDialog() {
  const question = useStore(accountSwitch)
  if (!question) return null
  const { current, offered, answer } = question
  return (
    <Dialog
      title={m.app_switch_title()}
      onClose={() => answer(false)}
      actions={
        <>
          {/* A link of a stranger may have asked: neither answer is recommended, and a key pressed too early switches nothing. */}
          <Button wide variant="secondary" onClick={() => answer(true)}>
            {m.app_switch_yes({ there: offered })}
          </Button>
          <Button wide variant="secondary" data-autofocus="" onClick={() => answer(false)}>
            {m.app_switch_no({ here: current })}
          </Button>
        </>
      }
    >
      <p>{m.app_switch_text({ here: current, there: offered })}</p>
    </Dialog>
  )
}
