const QR_CODE_SIDE = 100

/** SVG path of a QR code in a square of 100. */
export async function drawQrCode(text: string): Promise<string> {
  // Loaded when needed: the library takes memory of every process.
  const { qrCodePath } = await import('./qr-code-path.ts')
  return qrCodePath(text, 0, 0, QR_CODE_SIDE)
}
