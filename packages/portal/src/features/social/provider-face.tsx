import { ProviderMark } from '../../parts/social/provider-mark.tsx'
import styles from './steps.module.css'

/** The mark of a provider, as large as the face of the person beside it. */
export const ProviderFace = ({ channel }: { channel: string }) => (
  <span className={styles.provider}>
    <ProviderMark channel={channel} />
  </span>
)
