import type { NativeInput, NativeOutput } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'
import { useId, useState } from 'react'
import { callHost } from '../../lib/bridge/host.ts'
import type { HostResult } from '../../lib/bridge/host-calls.ts'
import { hostErrorText } from '../../lib/bridge/host-error-text.ts'
import { base64Of } from '../../lib/bridge/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './engrave-dialog.module.css'
import { svgUrl } from './svg-url.ts'

interface Artwork {
  readonly name: string
  readonly svg: string
}

interface Props {
  artwork: Artwork
  /** of the certificate */
  number: string
  /** `confirmed`: the host accepted the drawing */
  onClose(confirmed: boolean): void
}

type EngraveTarget = 'canvas' | 'gcode'

const SIZE_MM = /^<svg [^>]*width="(\d+)mm" height="(\d+)mm"/

/** Sends the certificate's drawing to the host app: to its canvas, or as G-code to the machine. */
export function EngraveDialog({ artwork, number, onClose }: Props) {
  const checkId = useId()
  const [target, setTarget] = useState<EngraveTarget>()
  const [error, setError] = useState<string>()
  const [, width, height] = SIZE_MM.exec(artwork.svg) ?? []

  const send = async (chosen: EngraveTarget) => {
    setTarget(chosen)
    setError(undefined)
    const data = await base64Of(new Blob([artwork.svg]))
    const file = { name: artwork.name, type: 'image/svg+xml', data } as const
    const result = chosen === 'canvas' ? await callHost('canvas.import', file) : await engrave(file)
    setTarget(undefined)
    if (result.ok) onClose(true)
    else setError(hostErrorText(result.reason))
  }

  return (
    <Dialog
      title={m.training_engrave_title()}
      onClose={() => onClose(false)}
      closable={target === undefined}
      isWide
      actions={
        <>
          <Button
            variant="secondary"
            pending={target === 'gcode'}
            disabled={target === 'canvas'}
            aria-describedby={checkId}
            onClick={() => void send('gcode')}
          >
            {m.training_engrave_gcode()}
          </Button>
          <Button
            data-autofocus
            pending={target === 'canvas'}
            disabled={target === 'gcode'}
            onClick={() => void send('canvas')}
          >
            {m.training_engrave_canvas()}
          </Button>
        </>
      }
    >
      <p>{m.training_engrave_lead()}</p>
      <figure className={styles.preview}>
        <div className={styles.wood}>
          <img
            src={svgUrl(artwork.svg)}
            alt={m.training_certificate_preview({ number })}
            width={842}
            height={595}
          />
        </div>
        {width && height && <figcaption>{m.training_engrave_size({ width, height })}</figcaption>}
      </figure>
      <p id={checkId}>{m.training_engrave_check()}</p>
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
    </Dialog>
  )
}

export /** Has the host app make G-code, and sends it to the machine: by the host, or over the local socket of the machine's driver. */
async function engrave(file: NativeInput<'gcode.generate'>): Promise<HostResult<unknown>> {
  const made = await callHost('gcode.generate', file)
  if (!made.ok) return made
  const sent = await callHost('gcode.process', made.value)
  return !sent.ok && sent.reason === 'unsupported' ? processOverSocket(made.value) : sent
}

/** A browser asks for permission first: the person has just pressed a button. */
async function processOverSocket(made: NativeOutput<'gcode.generate'>): Promise<HostResult<unknown>> {
  const { callMachine } = await import('../../lib/bridge/machine-socket.ts')
  return callMachine('gcode.process', made)
}
