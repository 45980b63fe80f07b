import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import type { NativeCallError } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { trackButton } from '../../lib/analytics/track.ts'
import { callHost, hostSupports } from '../../lib/bridge/host.ts'
import { hostErrorText } from '../../lib/bridge/host-error-text.ts'
import { base64Of } from '../../lib/bridge/save-file.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { fetchPdf } from './fetch-pdf.ts'

interface Props {
  course: CertificateCourse
  /** the drawing of the certificate; undefined while it loads */
  svg: string | undefined
}

type Failure = NativeCallError | undefined

/** Opens the certificate in the host app, or saves it to the album. Each is offered where the host has the method. */
export function HostFileButtons({ course, svg }: Props) {
  const open = useMutation({
    async mutationFn(): Promise<Failure> {
      const data = await base64Of(await fetchPdf(course))
      const file = { name: `certificate-${course}.pdf`, type: 'application/pdf', data } as const
      return failureOf(await callHost('file.open', file))
    },
  })
  const album = useMutation({
    async mutationFn(drawing: string): Promise<Failure> {
      const data = await base64Of(await drawPng(drawing))
      const file = { name: `certificate-${course}.png`, type: 'image/png', data } as const
      const failure = failureOf(await callHost('album.save', file))
      if (failure === undefined) toast(m.training_certificate_album_done(), 'success')
      return failure
    },
  })
  const failure = open.data ?? album.data
  return (
    <>
      {hostSupports('file.open') && (
        <Button
          variant="secondary"
          pending={open.isPending}
          onClick={() => {
            trackButton('certificateOpen')
            open.mutate()
          }}
        >
          {m.training_certificate_open()}
        </Button>
      )}
      {hostSupports('album.save') && (
        <Button
          variant="secondary"
          disabled={svg === undefined}
          pending={album.isPending}
          onClick={() => {
            if (svg === undefined) return
            trackButton('certificateAlbum')
            album.mutate(svg)
          }}
        >
          {m.training_certificate_album()}
        </Button>
      )}
      <ErrorNotice error={describeQueryError(open.error ?? album.error)} />
      {failure && failure !== 'cancelled' && (
        <Notice tone="danger" role="alert">
          {hostErrorText(failure)}
        </Notice>
      )}
    </>
  )
}

const failureOf = (result: { readonly ok: boolean; readonly reason?: NativeCallError }): Failure =>
  result.ok ? undefined : result.reason

/** Photo albums accept no drawings: draws an SVG as a PNG. */
const WIDTH_PX = 2_000

async function drawPng(svg: string): Promise<Blob> {
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX
  canvas.height = Math.round((WIDTH_PX * picture.naturalHeight) / picture.naturalWidth)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png'),
  )
}
