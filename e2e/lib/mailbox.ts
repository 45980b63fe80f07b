import { expect } from '@playwright/test'
/** The development mailbox, read as a program reads it. */

export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly code?: string
}

/** What has arrived for an address, newest first. */
export async function mailsTo(productUrl: string, to: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${productUrl}/dev/mail.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as Mail[]
}

/** Waits until `count` codes have arrived for an address and gives the newest. */
export async function codeFor(productUrl: string, to: string, count = 1): Promise<string> {
  let codes: string[] = []
  const look = async () => {
    codes = (await mailsTo(productUrl, to)).flatMap(mail => mail.code ?? [])
    return codes.length
  }
  await expect.poll(look, { message: `codes for ${to}` }).toBeGreaterThanOrEqual(count)
  return codes[0] ?? ''
}
