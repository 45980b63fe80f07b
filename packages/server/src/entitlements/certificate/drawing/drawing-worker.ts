/**
 * Worker thread that draws certificates. It has its own memory limit: fonts are large, and a name may hold any characters.
 */
import { parentPort } from 'node:worker_threads'
import { type CertificateContent, layOutCertificate } from './certificate-layout.ts'
import { renderPdf } from './certificate-pdf.ts'
import { renderSvg } from './certificate-svg.ts'

export interface DrawingRequest {
  readonly id: number
  readonly format: 'pdf' | 'svg'
  readonly language: string
  readonly content: CertificateContent
}

export type DrawingResult =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string }

async function draw({ format, content, language }: DrawingRequest): Promise<Uint8Array> {
  const shapes = layOutCertificate(content)
  if (format === 'svg') return Buffer.from(renderSvg(shapes))
  const title = `${content.title[0]} ${content.number.value}`
  return renderPdf(shapes, { title, language, author: content.issuer.value })
}

parentPort?.on('message', (request: DrawingRequest) => {
  const { id } = request
  draw(request).then(
    bytes => parentPort?.postMessage({ id, bytes } satisfies DrawingResult),
    (error: Error) => parentPort?.postMessage({ id, error: error.name } satisfies DrawingResult),
  )
})
