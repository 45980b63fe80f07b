import { exportAccount } from '@kerf/contract/endpoints/data-export'
import * as m from '@kerf/locales/messages'
import { fetchFile } from '../../lib/api/fetch-file.ts'
import { saveFile } from '../../lib/bridge/save-file.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { SaveIcon } from '../../ui/icon/file-icons.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './download-data-card.module.css'

/** A slow connection may take minutes for years of history. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000

/** Saves everything stored about the account as a ZIP file, after reauthentication. */
export function DownloadDataCard() {
  const form = useForm<never>({
    rules: {},
    async send() {
      const { file, name } = await withReauthentication(() =>
        fetchFile(exportAccount, { timeoutMs: DOWNLOAD_TIMEOUT_MS }),
      )
      await saveFile(name, file)
      toast(m.security_export_done({ name }), 'success')
    },
  })
  return (
    <Card
      title={m.security_export_title()}
      mark={<SaveIcon />}
      description={m.security_export_text()}
      action={
        <form {...form.props}>
          <Button type="submit" variant="secondary" size="small" pending={form.pending}>
            {m.security_export_button()}
          </Button>
        </form>
      }
    >
      <ErrorNotice error={form.submitError} />
      <p role="status" className={styles.note}>
        {form.pending ? m.security_export_running() : m.security_export_note()}
      </p>
      <Disclosure summary={m.security_export_content()}>
        <ul className={styles.content}>
          <li>{m.security_export_profile()}</li>
          <li>{m.security_export_logins()}</li>
          <li>{m.security_export_rights()}</li>
          <li>{m.security_export_messages()}</li>
        </ul>
      </Disclosure>
    </Card>
  )
}
