/** Reads a delivery status notification (RFC 3464). */

export interface Bounce {
  /** header lines that may name the address that the mail came back to */
  readonly receivers: string
  /** enhanced status code, such as 5.1.1 */
  readonly code: string
}

const RECEIVER_HEADERS: ReadonlySet<string> = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to'])

/** Undefined: no notification of a mail that is lost, but for example of one that is delayed, or an automatic answer. */
export async function parseBounce(source: Buffer): Promise<Bounce | undefined> {
  // Imported with the first mail that comes back.
  const { simpleParser } = await import('mailparser')
  const { headerLines, attachments } = await simpleParser(source, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: 0,
  })
  for (const { contentType, content } of attachments) {
    if (contentType !== 'message/delivery-status') continue
    const status = content.toString('latin1')
    const code = /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(status)?.[1]
    if (!/^Action:\s*failed\b/im.test(status) || code === undefined) continue
    const lines = headerLines.filter(({ key }) => RECEIVER_HEADERS.has(key)).map(({ line }) => line)
    return { receivers: lines.join('\n'), code }
  }
  return undefined
}
