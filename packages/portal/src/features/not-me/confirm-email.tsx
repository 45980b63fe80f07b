import { confirmMailbox } from '@kerf/contract/endpoints/mailbox'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { formatDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice, type NoticeError } from '../../ui/error-notice/error-notice.tsx'
import { MailLinkCard } from './mail-link-card.tsx'
import styles from './not-me.module.css'
import { useNotMeLink } from './not-me-link.ts'

const EXPIRED = 'expired'

interface NewMailbox {
  readonly email: string
  /** unix seconds */
  readonly startsAt: number
}

/** The page of the link in the email to the new address of a lost mailbox. Mail scanners open links, so only the button has an effect. */
export function ConfirmEmail() {
  const link = useNotMeLink()
  const [mailbox, setMailbox] = useState<NewMailbox>()
  const [ended, setEnded] = useState<'confirmed' | 'gone'>()
  const [failure, setFailure] = useState<NoticeError>()
  useDocumentTitle(m.confirm_email_name())
  const send = async (confirm: boolean, signal: AbortSignal): Promise<NewMailbox | undefined> => {
    if (link === undefined) return undefined
    try {
      return await callApi(confirmMailbox, { link, confirm }, { signal })
    } catch (error) {
      if (errorNameOf(error) !== EXPIRED) throw error
      setEnded('gone')
      return undefined
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is described once for each link
  useEffect(() => {
    const aborted = new AbortController()
    send(false, aborted.signal).then(setMailbox, async (error: unknown) => {
      if (!aborted.signal.aborted) setFailure({ ...(await describeError(error)), action: 'form' })
    })
    return () => aborted.abort()
  }, [link])
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      if (await send(true, signal)) setEnded('confirmed')
    },
  })
  if (link === undefined)
    return (
      <MailLinkCard tone="warning" title={m.not_me_incomplete_title()} text={m.not_me_incomplete_text()} />
    )
  if (ended === 'gone')
    return (
      <MailLinkCard
        tone="warning"
        title={m.not_me_gone_title()}
        text={m.confirm_email_gone_text()}
        takesFocus
      />
    )
  const time = mailbox ? formatDateTime(mailbox.startsAt) : ''
  if (ended === 'confirmed')
    return (
      <MailLinkCard
        tone="success"
        title={m.confirm_email_done_title()}
        text={m.confirm_email_done_text({ time })}
        takesFocus
      />
    )
  const text = mailbox ? m.confirm_email_text({ email: mailbox.email, time }) : ''
  return (
    <MailLinkCard tone="warning" title={m.confirm_email_title()} text={text}>
      <form {...form.props} className={styles.form}>
        <ErrorNotice error={form.submitError ?? failure} />
        <Button type="submit" wide pending={form.pending} disabled={!mailbox}>
          {m.confirm_email_submit()}
        </Button>
      </form>
    </MailLinkCard>
  )
}
