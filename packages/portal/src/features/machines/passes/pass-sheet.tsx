import type { OutputOf } from '@kerf/contract/endpoint'
import type { issueMachinePass } from '@kerf/contract/machines/passes'
import * as m from '@kerf/locales/messages'
import { useEffect, useRef } from 'react'
import { saveFile } from '../../../lib/bridge/save-file.ts'
import { useLanguage } from '../../../lib/page/language.ts'
import { formatZonedDateTime, isoDateTime } from '../../../lib/text/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../../ui/description-list/description-list.tsx'
import { PrintIcon, SaveIcon } from '../../../ui/icon/file-icons.tsx'
import { relativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { MachinePicture, machineName, machineTitle, serialNumberEnd } from '../machine-picture.tsx'
import { type Machine, roleName } from '../machines-query.ts'
import styles from './pass-sheet.module.css'

export interface IssuedPass extends OutputOf<typeof issueMachinePass> {
  readonly machine: Machine
}

const fileNameOf = (machine: Machine): string =>
  `pass-${machineName(machine).replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.txt`

/** The passes, which the portal keeps nowhere: each is a ticket to show, to save and to copy. */
export function PassSheet({ passes }: { passes: readonly IssuedPass[] }) {
  const language = useLanguage()
  const sheet = useRef<HTMLElement>(null)
  // After each request: the sheet is in place of the form, or above it.
  useEffect(() => {
    if (passes.length > 0) sheet.current?.focus()
  }, [passes])
  return (
    <section ref={sheet} tabIndex={-1} className={styles.sheet} aria-label={m.pass_sheet()}>
      <p className={styles.promise}>{m.pass_promise()}</p>
      <ul className={styles.passes}>
        {passes.map(({ machine, pass, qrCode, expireTime }) => (
          <li key={machine.id} className={styles.pass}>
            <svg
              viewBox="-8 -8 116 116"
              className={styles.code}
              role="img"
              aria-label={m.pass_qr_of({ machine: machineName(machine) })}
            >
              <rect x="-8" y="-8" width="116" height="116" fill="#fff" />
              <path d={qrCode} fill="#000" shapeRendering="crispEdges" />
            </svg>
            <div className={styles.words}>
              <div className={styles.machine}>
                <MachinePicture line={machine.line} />
                <div>
                  <h2>{machineTitle(machine)}</h2>
                  <p className={styles.kind}>
                    {machine.name === ''
                      ? serialNumberEnd(machine.sn)
                      : machineName({ ...machine, name: '' })}
                  </p>
                </div>
              </div>
              <DescriptionList>
                <DescriptionItem name={m.machines_your_role()}>{roleName(machine)}</DescriptionItem>
                <DescriptionItem name={m.pass_valid_until()}>
                  <time dateTime={isoDateTime(expireTime)} className={styles.end}>
                    {formatZonedDateTime(expireTime)}
                  </time>{' '}
                  <span className={styles.kind}>· {relativeTime(expireTime, language)}</span>
                </DescriptionItem>
              </DescriptionList>
              <div className={styles.control}>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={m.pass_save_of({ machine: machineName(machine) })}
                  onClick={() => void saveFile(fileNameOf(machine), new Blob([pass], { type: 'text/plain' }))}
                >
                  <SaveIcon />
                  {m.pass_save()}
                </Button>
                <CopyButton
                  text={pass}
                  what={m.pass_of({ machine: machineName(machine) })}
                  named
                  shownWhat={m.pass_of_short()}
                />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.files}>{m.pass_files()}</p>
    </section>
  )
}

/** Prints the sheet alone: see its style. */
export const PrintPasses = () => (
  <Button variant="secondary" size="small" onClick={() => print()}>
    <PrintIcon />
    {m.pass_print()}
  </Button>
)
