/** Renders a certificate as a PDF. Text stays text, so it can be selected, searched and read aloud. */
import PDFDocument from 'pdfkit'
import { PAGE, type Shape } from './certificate-layout.ts'
import { fontPath, measureText, splitIntoRuns } from './fonts.ts'

export interface PdfMetadata {
  readonly title: string
  readonly language: string
}

export function renderPdf(shapes: readonly Shape[], { title, language }: PdfMetadata): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: '', Producer: '' },
    font: fontPath('noto-sans.ttf'),
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const rendered = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const shape of shapes) {
    if (shape.kind === 'line')
      pdf.path(shape.d).lineJoin('round').lineCap('round').lineWidth(shape.width).stroke(shape.color)
    else if (shape.kind === 'fill') pdf.path(shape.d).fill(shape.color)
    else {
      let x = shape.align === 'middle' ? shape.x - measureText(shape.text, shape.size) / 2 : shape.x
      for (const run of splitIntoRuns(shape.text)) {
        pdf.font(fontPath(run.font)).fontSize(shape.size).fillColor(shape.color)
        // Given features, pdfkit lays out the run as a whole, which keeps the order of right-to-left words.
        pdf.text(run.text, x, shape.y, { lineBreak: false, baseline: 'alphabetic', features: ['ccmp'] })
        x += measureText(run.text, shape.size)
      }
    }
  }
  pdf.end()
  return rendered
}
