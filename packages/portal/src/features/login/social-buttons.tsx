import * as m from '@kerf/locales/messages'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import styles from './form.module.css'

export interface SocialButtonsProps {
  readonly form: { validateField(name: 'agreement'): boolean; value(name: 'agreement'): string }
}

/** Ways to log in besides the form: what the page adds, and social services. CSS hides them if there are none. */
export const AlternativeLogins = ({ form, children }: SocialButtonsProps & { children?: ReactNode }) => (
  <div className={styles.others} data-social={!children || undefined}>
    <p className={styles.or}>{m.social_or()}</p>
    {children}
    <SocialButtons form={form} />
  </div>
)

/** Reserves the height of the social buttons until they have loaded. CSS hides the place if no channel is offered. */
function SocialButtons({ form }: SocialButtonsProps) {
  const [Buttons, setButtons] = useState<ComponentType<SocialButtonsProps>>()
  useEffect(() => {
    if (getPageContext().data.social[0])
      import('./social-sign-in.tsx')
        .then(({ loadSocialSignIn }) => loadSocialSignIn())
        .then(
          loaded => setButtons(() => loaded),
          () => {},
        )
  }, [])
  return <div className={styles.social}>{Buttons && <Buttons form={form} />}</div>
}
