import type { LightSource } from '@kerf/contract/endpoints/welder'
import * as m from '@kerf/locales/messages'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon, CopyIcon } from '../../ui/icon/icons.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './password-plate.module.css'
import type { Unlocked } from './use-unlock.ts'
import { WelderScreenDrawing } from './welder-drawings.tsx'

const COPIED_DISPLAY_MS = 2000

/** The password, as large as the screen allows: it is read at arm's length. */
export function PasswordPlate({ sn, password, count, lightSource }: Unlocked & { lightSource: LightSource }) {
  const plate = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    plate.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, COPIED_DISPLAY_MS, false)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(password)
      setCopied(true)
    } catch {
      toast(m.ui_copy_failed(), 'warning')
    }
  }
  return (
    <div ref={plate} className={styles.plate}>
      <p className={styles.label}>{count > 1 ? m.unlock_password_next() : m.unlock_password()}</p>
      {/* Spaces make screen readers read it character by character. */}
      <output className={styles.password} aria-label={[...password].join(' ')}>
        <span>{password.slice(0, 4)}</span> <span>{password.slice(4)}</span>
      </output>
      <div className={styles.where}>
        <WelderScreenDrawing />
        <p>{m.unlock_password_once()}</p>
      </div>
      <p className={styles.about}>{m.unlock_password_about({ sn, source: lightSource })}</p>
      <Button className={styles.copy} onClick={() => void copy()}>
        {copied ? <CheckIcon /> : <CopyIcon />}
        {copied ? m.ui_copied() : m.unlock_copy()}
      </Button>
    </div>
  )
}
