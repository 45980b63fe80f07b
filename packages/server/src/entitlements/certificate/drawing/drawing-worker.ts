/** Draws certificates in a thread of its own, with memory of its own: fonts are large, and a name may be anything. */
import { parentPort } from 'node:worker_threads'
import { type Facts, marksOf } from './certificate-layout.ts'
import { paintPdf } from './certificate-pdf.ts'
import { paintSvg } from './certificate-svg.ts'

export interface Work {
  readonly id: number
  readonly form: 'pdf' | 'svg'
  readonly language: string
  readonly facts: Facts
}

export type Drawn =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly fault: string }

async function draw({ form, facts, language }: Work): Promise<Uint8Array> {
  const marks = marksOf(facts)
  if (form === 'svg') return Buffer.from(paintSvg(marks))
  return paintPdf(marks, { title: `${facts.title[0]} ${facts.number.value}`, language })
}

parentPort?.on('message', (work: Work) => {
  draw(work).then(
    bytes => parentPort?.postMessage({ id: work.id, bytes } satisfies Drawn),
    (error: Error) => parentPort?.postMessage({ id: work.id, fault: error.name } satisfies Drawn),
  )
})
