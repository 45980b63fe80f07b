import { useRouter } from '@tanstack/react-router'
import type { SocialSlotProps } from '../features/login/social-slot.tsx'
import { SocialRow } from '../features/social/social-row.tsx'
import { portalHref } from '../lib/links.ts'
import { whenStylesLoaded } from '../lib/when-styles-loaded.ts'

/** The social buttons of a form, joined to its box for the terms. */
function SocialSignIn({ form }: SocialSlotProps) {
  const router = useRouter()
  return (
    <SocialRow
      agree={() => form.validateField('agreement')}
      onSettled={({ step }) => {
        // The guard of the login page knows where whoever is signed in belongs, and which step comes first.
        const href = portalHref('login', step && `step=${step.kind}`)
        void router.navigate({ href, replace: true })
      }}
    />
  )
}

/** What is not styled for the first paint would move when its looks arrive. */
export async function loadSocialComponent() {
  await whenStylesLoaded()
  return SocialSignIn
}
