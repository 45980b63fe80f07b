import * as m from '@kerf/locales/messages'
import { ArrowLeftIcon } from '../icon/icons.tsx'
import styles from './back-button.module.css'

/** To the step before. */
export const BackButton = ({ disabled, onClick }: { disabled?: boolean | undefined; onClick(): void }) => (
  <button type="button" className={styles.back} disabled={disabled} onClick={onClick}>
    <ArrowLeftIcon />
    {m.ui_back()}
  </button>
)

/** Whom a step is about, such as the address that was typed before. */
export const AddressChip = ({ address }: { address: string }) => <p className={styles.address}>{address}</p>
