import { allowLogin } from '@kerf/contract/endpoints/sign-in'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { formatDateTime } from '../../lib/text/format-time.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice, type NoticeError } from '../../ui/error-notice/error-notice.tsx'
import { MailLinkCard } from './mail-link-card.tsx'
import styles from './not-me.module.css'
import { useNotMeLink } from './not-me-link.ts'

const EXPIRED = 'expired'

interface WaitingLogin {
  readonly place: string
  /** unix seconds */
  readonly at: number
}

/** The page of the link in the email of a login from a new country. Mail scanners open links, so only the button has an effect. */
export function AllowLogin() {
  const link = useNotMeLink()
  const [login, setLogin] = useState<WaitingLogin>()
  const [ended, setEnded] = useState<'allowed' | 'gone'>()
  const [failure, setFailure] = useState<NoticeError>()
  useDocumentTitle(m.allow_login_name())
  const send = async (confirm: boolean, signal: AbortSignal): Promise<WaitingLogin | undefined> => {
    if (link === undefined) return undefined
    try {
      return await callApi(allowLogin, { link, confirm }, { signal })
    } catch (error) {
      if (errorNameOf(error) !== EXPIRED) throw error
      setEnded('gone')
      return undefined
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the login is described once for each link
  useEffect(() => {
    const aborted = new AbortController()
    send(false, aborted.signal).then(setLogin, async (error: unknown) => {
      if (!aborted.signal.aborted) setFailure({ ...(await describeError(error)), action: 'form' })
    })
    return () => aborted.abort()
  }, [link])
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      if (await send(true, signal)) setEnded('allowed')
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
        text={m.allow_login_gone_text()}
        takesFocus
      />
    )
  if (ended === 'allowed')
    return (
      <MailLinkCard
        tone="success"
        title={m.allow_login_done_title()}
        text={m.allow_login_done_text()}
        takesFocus
      />
    )
  return (
    <MailLinkCard tone="warning" title={m.allow_login_title()} text={login ? describe(login) : ''}>
      <form {...form.props} className={styles.form}>
        <ErrorNotice error={form.submitError ?? failure} />
        <AppLink to="findpwd" className={styles.recover}>
          {m.allow_login_refuse()}
        </AppLink>
        <Button type="submit" wide variant="secondary" pending={form.pending} disabled={!login}>
          {m.allow_login_submit()}
        </Button>
      </form>
    </MailLinkCard>
  )
}

const describe = ({ place, at }: WaitingLogin): string => {
  const time = formatDateTime(at)
  return place === '' ? m.allow_login_text_nowhere({ time }) : m.allow_login_text({ place, time })
}
