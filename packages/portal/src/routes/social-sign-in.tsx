import type { SocialSlotProps } from '../features/login/social-slot.tsx'
import { SocialRow } from '../features/social/social-row.tsx'
import { submittedAgreement } from '../lib/agreement.ts'
import { portalHref } from '../lib/links.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { whenStylesLoaded } from '../lib/when-styles-loaded.ts'

/** Social buttons of a form. They require the form's checkbox for the terms. */
function SocialSignIn({ form }: SocialSlotProps) {
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
export async function loadSocialComponent() {
  await whenStylesLoaded()
  return SocialSignIn
}
