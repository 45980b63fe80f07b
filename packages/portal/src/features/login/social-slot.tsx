import { type ComponentType, useEffect, useState } from 'react'
import { getPageContext } from '../../lib/page-context.ts'
import styles from './form.module.css'

export interface SocialSlotProps {
  readonly form: { validateField(name: 'agreement'): boolean; value(name: 'agreement'): string }
}

/** Loads the social buttons, which are not part of the first load. */
export type LoadSocial = () => Promise<ComponentType<SocialSlotProps>>

/** Reserves the height of the social buttons until they have loaded. CSS hides the slot if no channel is offered. */
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
