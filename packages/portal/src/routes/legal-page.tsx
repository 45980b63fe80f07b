import { type ReactNode, Suspense } from 'react'
import { LanguageLink } from '../lib/language-link.tsx'
import { useTitle } from '../lib/title.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProfileFrame } from './profile-frame.tsx'

/** Frame of a legal text: heading, and lines where its words will stand. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <ProfileFrame title={title} aside={<LanguageLink />}>
      <Suspense fallback={LINES.map(line => <Skeleton key={line} />)}>{children}</Suspense>
    </ProfileFrame>
  )
}

const LINES = Array.from({ length: 12 }, (_, index) => index)
