/**
 * Renders a certificate as a tagged PDF (PDF/UA-1, ISO 14289-1): screen readers get headings, paragraphs in their language and
 * described figures in reading order. Text stays text, so it can be selected and searched.
 */
import PDFDocument from 'pdfkit'
import { PAGE } from './certificate-layout.ts'
import { fontPath, measureText, splitIntoRuns } from './fonts.ts'
import { leftOf, type Shape, type Tag } from './shapes.ts'

export interface PdfMetadata {
  readonly title: string
  readonly language: string
  /** the issuer */
  readonly author: string
}

export function renderPdf(
  shapes: readonly Shape[],
  { title, language, author }: PdfMetadata,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    // The types of pdfkit do not list it.
    subset: 'PDF/UA' as 'PDF/A-3a',
    info: { Title: title, Author: author, Creator: '', Producer: '' },
    font: fontPath('noto-sans.ttf'),
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const rendered = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const root = pdf.struct('Document', { lang: language })
  pdf.addStructure(root)
  for (const group of groupByTag(shapes)) {
    const { tag } = group
    if (!tag) {
      pdf.markContent('Artifact', { type: 'Layout' })
      for (const shape of group.shapes) draw(pdf, shape)
      pdf.endMarkedContent()
      continue
    }
    const { type, language: lang, alt, url, area } = tag
    const element = pdf.struct(type, { ...(lang && { lang }), ...(alt && { alt }) })
    root.add(element)
    const content = pdf.markStructureContent(type)
    element.add(content)
    for (const shape of group.shapes) draw(pdf, shape)
    pdf.endMarkedContent()
    if (url && area)
      pdf.link(...area, url, { structParent: element, Contents: new String(alt ?? url) } as object)
    element.end()
  }
  root.end()
  pdf.end()
  return rendered
}

/** Consecutive shapes of one element of the structure. */
function groupByTag(shapes: readonly Shape[]): { tag: Tag | undefined; shapes: Shape[] }[] {
  const groups: { tag: Tag | undefined; shapes: Shape[] }[] = []
  for (const shape of shapes) {
    const last = groups.at(-1)
    if (last && last.tag === shape.tag) last.shapes.push(shape)
    else groups.push({ tag: shape.tag, shapes: [shape] })
  }
  return groups
}

function draw(pdf: PDFKit.PDFDocument, shape: Shape): void {
  if (shape.kind === 'line')
    pdf.path(shape.d).lineJoin('round').lineCap('round').lineWidth(shape.width).stroke(shape.color)
  else if (shape.kind === 'fill') {
    const { place = { x: 0, y: 0, scale: 1 } } = shape
    pdf.save().translate(place.x, place.y).scale(place.scale)
    pdf.path(shape.d).fill(shape.color)
    pdf.restore()
  } else {
    let x = leftOf(shape)
    for (const run of splitIntoRuns(shape.text, shape.style)) {
      pdf.font(fontPath(run.font)).fontSize(shape.size).fillColor(shape.color)
      // Given features, pdfkit lays out the run as a whole, which keeps the order of right-to-left words.
      pdf.text(run.text, x, shape.y, { lineBreak: false, baseline: 'alphabetic', features: ['ccmp'] })
      x += measureText(run.text, shape.size, shape.style)
    }
  }
}
