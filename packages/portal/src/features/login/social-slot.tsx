import { type ComponentType, useEffect, useState } from 'react'
import { getPageContext } from '../../lib/page-context.ts'
import styles from './form.module.css'

export interface SocialSlotProps {
  readonly form: { validateField(name: 'agreement'): boolean }
}

/** Fetches what fills the place; it is none of the first load. */
export type LoadSocial = () => Promise<ComponentType<SocialSlotProps>>

/** Room for the social buttons, as high as they will be. Where none are offered, the page's root says so. */
export function SocialSlot({ load, form }: SocialSlotProps & { load: LoadSocial }) {
  const [Part, setPart] = useState<ComponentType<SocialSlotProps>>()
  useEffect(() => {
    if (getPageContext().data.social[0])
      load().then(
        part => setPart(() => part),
        () => {},
      )
  }, [load])
  return <div className={styles.social}>{Part && <Part form={form} />}</div>
}
