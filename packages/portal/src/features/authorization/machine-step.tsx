/** A machine with a network asks to log in: what it gets, and after the person allows it the digits that have to be typed into it. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { type activateDevice, type describeDevice, getPairingOutcome } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { DigitsPlate } from '../../parts/machine-digits/digits-plate.tsx'
import { ClockIcon } from '../../ui/icon/fact-icons.tsx'
import { PersonIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import styles from './consent.module.css'

type Described = OutputOf<typeof describeDevice>
export type PairingState = OutputOf<typeof getPairingOutcome>['state']
export type PairingEnd = Exclude<PairingState, 'waiting'>
export type Pairing = OutputOf<typeof activateDevice> & { readonly expireTime: number }

interface AskingMachineProps {
  /** of its kind, in the language of the page */
  name: string
  picture: ReactNode
  machine: NonNullable<Described['machine']>
}

/** Which machine it is, to compare with the label. */
export const AskingMachine = ({ name, picture, machine }: AskingMachineProps) => (
  <div className={styles.machine}>
    {picture}
    <div>
      <strong>{name}</strong>
      <span>{m.machines_sn_end({ end: machine.snEnd })}</span>
    </div>
  </div>
)

interface MachineTermsProps extends AskingMachineProps {
  scopes: readonly string[]
  /** where it asks from */
  children?: ReactNode
}

/** The machine that asks, and what allowing it means. */
export function MachineTerms({ scopes, children, ...machine }: MachineTermsProps) {
  return (
    <>
      <AskingMachine {...machine} />
      {children}
      <div>
        <h2 className={styles.label}>{m.activate_machine_gets()}</h2>
        <ul className={styles.scopes}>
          {scopes.includes('machine_claim') && <Term Icon={PersonIcon}>{m.activate_machine_claim()}</Term>}
          {scopes.includes('machine_session') && <Term Icon={ClockIcon}>{m.activate_machine_session()}</Term>}
        </ul>
      </div>
    </>
  )
}

const Term = ({ Icon, children }: { Icon: ComponentType; children: ReactNode }) => (
  <li>
    <Icon />
    <span>{children}</span>
  </li>
)

/** The first request comes after this time, and each next one. */
const POLL_INTERVAL_MS = 2_000

interface DigitsProps {
  code: string
  pairing: Pairing
  onEnded(end: PairingEnd): void
  /** link to start over; shown only with digits, because the machine gets nothing before they are entered */
  children?: ReactNode
}

/** Waits until the machine has got the digits. A failed request is repeated: the machine decides, not this page. */
export function MachineDigits({ code, pairing, onEnded, children }: DigitsProps) {
  const { digits, expireTime } = pairing
  const [polls, setPolls] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const state = await callApi(getPairingOutcome, { code }, { signal: abort.signal }).then(
        answer => answer.state,
        () => 'waiting' as const,
      )
      if (abort.signal.aborted) return
      if (state === 'waiting') setPolls(polls + 1)
      else onEnded(state)
    }, POLL_INTERVAL_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [polls, code, onEnded])
  return digits === null ? (
    <Notice>{m.activate_wait_text()}</Notice>
  ) : (
    <DigitsPlate digits={digits} expireTime={expireTime}>
      <p className={styles.waiting}>
        <Spinner />
        {m.activate_waiting()}
      </p>
      {children}
    </DigitsPlate>
  )
}

export const PAIRING_ENDS = {
  done: { title: m.activate_machine_done_title, text: m.activate_machine_done_text, tone: 'success' },
  requested: { title: m.activate_requested_title, text: m.activate_requested_text, tone: 'info' },
  refused: { title: m.activate_digits_refused_title, text: m.activate_digits_refused_text, tone: 'warning' },
  expired: { title: m.activate_digits_expired_title, text: m.activate_digits_expired_text, tone: 'warning' },
} as const satisfies Record<PairingEnd, object>
