import * as m from '@kerf/locales/messages'
import { useStore } from '../lib/store.ts'
import { insertElements } from '../lib/text/rich-text.tsx'
import { Avatar } from '../ui/avatar/avatar.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { accountSwitch } from './account-switch.ts'
import styles from './account-switch-dialog.module.css'

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
          <Button variant="secondary" className={styles.answer} onClick={() => answer(true)}>
            <Avatar {...offered} size="small" />
            <span className={styles.words}>
              {insertElements(m.app_switch_yes({ there: '{there}' }), {
                there: <strong>{offered.name}</strong>,
              })}
            </span>
          </Button>
          <Button
            variant="secondary"
            className={styles.answer}
            data-autofocus=""
            onClick={() => answer(false)}
          >
            <Avatar {...current} size="small" />
            <span className={styles.words}>
              {insertElements(m.app_switch_no({ here: '{here}' }), {
                here: <strong>{current.name}</strong>,
              })}
            </span>
          </Button>
        </>
      }
    >
      <p>{m.app_switch_text({ here: current.name, there: offered.name })}</p>
    </Dialog>
  )
}
