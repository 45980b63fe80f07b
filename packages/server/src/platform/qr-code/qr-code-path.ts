import QRCode from 'qrcode'

/** SVG path of a QR code. Neighboring modules of a row form one rectangle. */
export function qrCodePath(text: string, x: number, y: number, side: number): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const step = side / modules.size
  let d = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      let end = column
      while (end + 1 < modules.size && modules.get(row, end + 1)) end++
      const left = (x + column * step).toFixed(2)
      const width = ((end - column + 1) * step).toFixed(2)
      d += `M${left} ${(y + row * step).toFixed(2)}h${width}v${step.toFixed(2)}h-${width}Z`
      column = end
    }
  }
  return d
}
