import { submittedAgreement } from '../../lib/form/agreement.ts'
import { whenStylesLoaded } from '../../lib/page/when-styles-loaded.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { portalHref } from '../../lib/url/links.ts'
import { SocialRow } from '../../parts/social/social-row.tsx'
import type { SocialButtonsProps } from './social-buttons.tsx'

/** Social buttons of a form. They require the form's checkbox for the terms. */
function SocialSignIn({ form }: SocialButtonsProps) {
  const router = useRouter()
  return (
    <SocialRow
      agree={() =>
        form.validateField('agreement') ? submittedAgreement(form.value('agreement')) : undefined
      }
      onSettled={({ step }) => {
        // The route guard of the login page selects the next step, or redirects a person who is signed in.
        const href = portalHref('login', step && `step=${step.kind}`)
        void router.replace(href)
      }}
    />
  )
}

/** Waits for the style sheet: the critical CSS does not style the buttons, so they would move when it arrives. */
export async function loadSocialSignIn() {
  await whenStylesLoaded()
  return SocialSignIn
}
