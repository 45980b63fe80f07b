import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { joinSentences } from '../../lib/text/sentence-space.ts'
import { HelpButton } from '../../ui/help-link/help-button.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'

interface Props {
  /** about the other way */
  text?: string | undefined
  /** another way to what the email is about */
  children?: ReactNode
}

/** In place of a page of an emailed link, at an address without the secret of the link. */
export const WithoutLink = ({ text, children }: Props) => (
  <PageStep
    tone="warning"
    title={m.mail_link_missing_title()}
    text={joinSentences([m.mail_link_missing_text(), text])}
  >
    {children}
    <HelpButton wide />
  </PageStep>
)
