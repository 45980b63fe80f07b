/** Photo albums accept no drawings: draws an SVG as a PNG. */
const WIDTH_PX = 2_000

export async function drawPng(svg: string): Promise<Blob> {
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
