import { createDetector } from './create-detector.ts'

/** Texts of the codes in a picture that the person chose. Without any: it shows none, or the browser cannot read it. */
export async function readPicture(file: Blob): Promise<readonly string[]> {
  try {
    const picture = await createImageBitmap(file)
    try {
      const detector = await createDetector()
      return (await detector.detect(picture)).map(({ rawValue }) => rawValue)
    } finally {
      picture.close()
    }
  } catch {
    return []
  }
}
