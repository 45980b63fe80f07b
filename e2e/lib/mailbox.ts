/** Reads the development mailbox. */
import { expect } from '@playwright/test'

export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly code?: string
}

/** Mails to an address, newest first. */
export async function mailsTo(productUrl: string, to: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${productUrl}/dev/mail.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as Mail[]
}

/** Waits until `count` codes have arrived for an address. Returns the newest. */
export async function codeFor(productUrl: string, to: string, count = 1): Promise<string> {
  let codes: string[] = []
  const countCodes = async () => {
    codes = (await mailsTo(productUrl, to)).flatMap(mail => mail.code ?? [])
    return codes.length
  }
  await expect.poll(countCodes, { message: `codes for ${to}` }).toBeGreaterThanOrEqual(count)
  return codes[0] ?? ''
}
