import * as m from '@kerf/locales/messages'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'

export const withLegalLinks = (text: (words: { terms: string; privacy: string }) => string) =>
  insertElements(text({ terms: '{terms}', privacy: '{privacy}' }), {
    terms: (
      <AppLink to="terms" beside>
        {m.app_terms()}
      </AppLink>
    ),
    privacy: (
      <AppLink to="privacy" beside>
        {m.app_privacy()}
      </AppLink>
    ),
  })

/** The box for the legal documents. */
export const AgreementField = ({ error }: { error: string | undefined }) => (
  <Checkbox name="agreement" label={withLegalLinks(m.login_agreement)} error={error} />
)
