import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './digits-plate.module.css'

interface Props {
  digits: string
  /** until which the machine accepts them, unix seconds */
  expireTime: number
  /** in place of the usual title: where this is a step of several */
  title?: string
  /** The code that the machine made of them was refused. It may have been mistyped: until these digits expire, they still count. */
  isRefused?: boolean
  children?: ReactNode
}

/** The digits that a person types into a machine, in two groups, and how long it accepts them. */
export function DigitsPlate({
  digits,
  expireTime,
  title = m.claim_digits_title(),
  isRefused = false,
  children,
}: Props) {
  const left = useSecondsUntil(expireTime)
  const half = digits.length / 2
  return (
    <section className={styles.plate} aria-label={title} data-refused={isRefused || undefined}>
      <p>{title}</p>
      <output className={styles.digits} aria-label={m.claim_digits()} data-over={left === 0 || undefined}>
        {digits.slice(0, half)} {digits.slice(half)}
      </output>
      <TimeLeft seconds={left} />
      {children}
    </section>
  )
}

const TimeLeft = ({ seconds }: { seconds: number }) =>
  seconds > 0 ? (
    <p className={styles.left}>
      {m.claim_digits_left({
        time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
      })}
    </p>
  ) : (
    <p role="alert">{m.claim_digits_over()}</p>
  )

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor(time - now / 1_000))
}
