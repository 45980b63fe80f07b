import * as m from '@kerf/locales/messages'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { Button } from '../../ui/button/button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ErrorNotice, type NoticeError } from '../../ui/error-notice/error-notice.tsx'
import { HelpButton } from '../../ui/help-link/help-button.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useMailLink } from './mail-link.ts'
import { AccountLink } from './ways-on.tsx'
import { WithoutLink } from './without-link.tsx'

const EXPIRED = 'expired'

interface Props<T> {
  /** title of the window */
  name: string
  title: string
  text: string
  submit: string
  done: { readonly title: string; text(request: T): string; readonly next: ReactNode }
  /** at an address without the secret of the link: another way to what the email is about */
  withoutLink?: ReactNode
  /** what to do about a link that no longer works; `byHelp`: only customer service can do it */
  gone: { readonly text: string; readonly byHelp?: boolean }
  /** names of the facts with their icons: they stand there while the values load, so that nothing moves */
  facts: readonly { readonly name: string; readonly Icon: ComponentType }[]
  valuesOf(request: T): readonly ReactNode[]
  /** Asks what the link stands for. With `confirm`, it is done. */
  call(input: { link: string; confirm: boolean }, options: { signal: AbortSignal }): Promise<T>
  /** the safe way out of a request that the person did not make: it stands first */
  refuse?: ReactNode
  /** replaces `refuse` where no action is needed: the button, and the page that it opens */
  ignored?: { readonly button: string; readonly title: string; readonly text: string }
}

/** A page that an emailed link opens: what it stands for, and a button that does it. Mail scanners open links, so only the button has an effect. */
export function MailLinkPage<T>(props: Props<T>) {
  useDocumentTitle(props.name)
  const link = useMailLink()
  if (link === undefined) return <WithoutLink>{props.withoutLink}</WithoutLink>
  // The key drops the description and the outcome of a link that was opened in this tab before.
  return <LinkStep key={link} {...props} link={link} />
}

function LinkStep<T>(props: Props<T> & { link: string }) {
  const { link, title, text, submit, done, gone, facts, valuesOf, call, refuse, ignored } = props
  const [request, setRequest] = useState<T>()
  const [ended, setEnded] = useState<'done' | 'gone' | 'ignored'>()
  const [failure, setFailure] = useState<NoticeError>()
  const [attempt, setAttempt] = useState(1)

  const send = async (confirm: boolean, signal: AbortSignal): Promise<T | undefined> => {
    try {
      return await call({ link, confirm }, { signal })
    } catch (error) {
      if (errorNameOf(error) !== EXPIRED) throw error
      setEnded('gone')
      return undefined
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is described once for each attempt
  useEffect(() => {
    const aborted = new AbortController()
    setFailure(undefined)
    send(false, aborted.signal).then(setRequest, async (error: unknown) => {
      if (!aborted.signal.aborted) setFailure({ ...(await describeError(error)), action: 'form' })
    })
    return () => aborted.abort()
  }, [attempt])
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      if (await send(true, signal)) setEnded('done')
    },
  })

  if (ended === 'gone')
    return (
      <PageStep tone="warning" title={m.not_me_gone_title()} text={gone.text} takesFocus>
        {gone.byHelp ? <HelpButton wide /> : <AccountLink />}
      </PageStep>
    )
  if (ended === 'ignored' && ignored)
    return (
      <PageStep tone="info" title={ignored.title} text={ignored.text} takesFocus>
        <HelpButton wide />
      </PageStep>
    )
  if (ended === 'done' && request)
    return (
      <PageStep tone="success" title={done.title} text={done.text(request)} takesFocus>
        {done.next}
      </PageStep>
    )
  const values = request && valuesOf(request)
  return (
    <PageStep title={title} text={text}>
      {failure ? (
        <LoadError error={failure} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <DescriptionList>
          {facts.map(({ name, Icon }, index) => (
            <DescriptionItem key={name} name={name} mark={<Icon />}>
              {values?.[index] ?? <Skeleton width="half" />}
            </DescriptionItem>
          ))}
        </DescriptionList>
      )}
      <form {...form.props}>
        <ErrorNotice error={form.submitError} />
        {refuse}
        <Button
          type="submit"
          wide
          variant={refuse ? 'secondary' : 'primary'}
          pending={form.pending}
          disabled={!request}
        >
          {submit}
        </Button>
        {ignored && (
          <Button variant="secondary" wide onClick={() => setEnded('ignored')}>
            {ignored.button}
          </Button>
        )}
      </form>
    </PageStep>
  )
}
