import * as m from '@kerf/locales/messages'
import { saveFile } from '../../lib/bridge/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PrintIcon, SaveIcon } from '../../ui/icon/file-icons.tsx'
import styles from './recovery-codes-dialog.module.css'

const FILE_NAME = 'recovery-codes.txt'

/** The recovery codes, which the server never shows again: to copy, save or print. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = codes.join('\n')
  const save = () => void saveFile(FILE_NAME, new Blob([`${text}\n`], { type: 'text/plain' }))
  return (
    <Dialog
      title={m.two_step_codes_title()}
      onClose={onClose}
      // A click beside it would lose the codes.
      closable={false}
      actions={<Button onClick={onClose}>{m.two_step_codes_stored()}</Button>}
    >
      <p>{m.two_step_codes_text()}</p>
      <ul className={styles.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} what={m.two_step_codes_name()} />
        <Button variant="quiet" size="small" onClick={save}>
          <SaveIcon />
          {m.two_step_codes_save()}
        </Button>
        <Button variant="quiet" size="small" onClick={() => print()}>
          <PrintIcon />
          {m.two_step_codes_print()}
        </Button>
      </div>
    </Dialog>
  )
}
