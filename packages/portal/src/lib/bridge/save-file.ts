/** Saves a file: by the host app's share dialog inside its web view, otherwise as a browser download. */
import { callHost, getHostKind } from './host.ts'

/** Types that a host app's share dialog takes. Other files are browser downloads there, too. */
const SHARED_TYPES = ['application/pdf', 'image/svg+xml'] as const

export async function saveFile(name: string, file: Blob): Promise<void> {
  const type = SHARED_TYPES.find(one => one === file.type)
  if (type && getHostKind() === 'native') {
    const result = await callHost('file.share', { name, type, data: await base64Of(file) })
    if (result.ok || result.reason === 'cancelled' || result.reason === 'refused') return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}
