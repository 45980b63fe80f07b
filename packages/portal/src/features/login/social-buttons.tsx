import { type ComponentType, useEffect, useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import styles from './form.module.css'

export interface SocialButtonsProps {
  readonly form: { validateField(name: 'agreement'): boolean; value(name: 'agreement'): string }
}

/** Reserves the height of the social buttons until they have loaded. CSS hides the place if no channel is offered. */
export function SocialButtons({ form }: SocialButtonsProps) {
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
