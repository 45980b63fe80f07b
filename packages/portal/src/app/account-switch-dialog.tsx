import * as m from '@kerf/locales/messages'
import { useStore } from '../lib/store.ts'
import { Avatar } from '../ui/avatar/avatar.tsx'
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
            <Avatar {...offered} size="small" />
            {m.app_switch_yes({ there: offered.name })}
          </Button>
          <Button wide variant="secondary" data-autofocus="" onClick={() => answer(false)}>
            <Avatar {...current} size="small" />
            {m.app_switch_no({ here: current.name })}
          </Button>
        </>
      }
    >
      <p>{m.app_switch_text({ here: current.name, there: offered.name })}</p>
    </Dialog>
  )
}
