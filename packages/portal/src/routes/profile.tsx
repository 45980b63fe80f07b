import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountCard } from '../features/profile/account-card.tsx'
import { DisplayCard } from '../features/profile/display-card.tsx'
import { SignOutButton } from '../features/session/sign-out-button.tsx'
import { account, isBusiness } from '../lib/account.ts'
import { useLanguage } from '../lib/language.ts'
import { switchLanguage } from '../lib/language-link.tsx'
import { hrefTo } from '../lib/links.ts'
import { useStore } from '../lib/store.ts'
import { useTitle } from '../lib/title.ts'
import { ProfileFrame } from './profile-frame.tsx'

/** First page of the account centre, of either kind of account. */
export function ProfilePage() {
  const language = useLanguage()
  const router = useRouter()
  useTitle(m.profile_title())
  // The guard has asked who is there; when the session ends, the page stays as it is until it is left.
  const heard = useStore(account)?.info
  const [info, setInfo] = useState(heard)
  if (heard && heard !== info) setInfo(heard)
  if (!info) return <ProfileFrame title={m.profile_title()} />
  const login = isBusiness(info) ? 'login-business' : 'login'
  return (
    <ProfileFrame title={m.profile_title()}>
      <AccountCard
        info={info}
        action={<SignOutButton onSignedOut={() => void router.navigate({ href: hrefTo(login) })} />}
      />
      <DisplayCard
        language={language}
        onLanguage={(next: Language) => switchLanguage(router.history, next)}
      />
    </ProfileFrame>
  )
}
