/** Marks as a PDF, its words as words: they can be selected, searched and read aloud. */
import PDFDocument from 'pdfkit'
import { type Mark, SHEET } from './certificate-layout.ts'
import { fontPath, runsOf, widthOf } from './fonts.ts'

export interface PdfFacts {
  readonly title: string
  readonly language: string
}

export function paintPdf(marks: readonly Mark[], { title, language }: PdfFacts): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [SHEET.width, SHEET.height],
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: '', Producer: '' },
    font: fontPath('noto-sans.ttf'),
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const mark of marks) {
    if (mark.kind === 'line')
      pdf.path(mark.d).lineJoin('round').lineCap('round').lineWidth(mark.width).stroke(mark.colour)
    else if (mark.kind === 'fill') pdf.path(mark.d).fill(mark.colour)
    else {
      let x = mark.align === 'middle' ? mark.x - widthOf(mark.text, mark.size) / 2 : mark.x
      for (const run of runsOf(mark.text)) {
        pdf.font(fontPath(run.font)).fontSize(mark.size).fillColor(mark.colour)
        // With features given a run goes through the layout whole: right-to-left words keep their order.
        pdf.text(run.text, x, mark.y, { lineBreak: false, baseline: 'alphabetic', features: ['ccmp'] })
        x += widthOf(run.text, mark.size)
      }
    }
  }
  pdf.end()
  return done
}
