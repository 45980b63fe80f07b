/** The development mailbox: one JSON file a mail in `DATA_DIR/mailbox`, instead of a mail server. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailImage, MailTransport } from './mail-transport.ts'

/** A stored mail, as `GET /dev/mail.json` returns it. */
export interface StoredMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly code?: string
  /** unix seconds */
  readonly at: number
}

export const mailboxFolder = (dataDir: string): string => join(dataDir, 'mailbox')

const MAILS_MAX = 500
const isMail = (name: string): boolean => /^\d{17}-[0-9a-f]{8}\.json$/.test(name)

/** Names sort by time, in microseconds, so that mails of one millisecond stay in order. */
const newName = (): string => {
  const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  return `${String(micros).padStart(17, '0')}-${randomBytes(4).toString('hex')}`
}

async function newestFirst(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter(isMail).sort().reverse()
}

/** With its pictures inside, so that a stored mail is complete. */
const embedImages = (html: string, images: readonly MailImage[]): string =>
  images.reduce(
    (page, { cid, png }) => page.replaceAll(`cid:${cid}`, `data:image/png;base64,${png.toString('base64')}`),
    html,
  )

/** Stores mails instead of sending them. Deletes the oldest beyond `max`. */
export function mailboxTransport(folder: string, max = MAILS_MAX): MailTransport {
  return {
    async send({ to, subject, text, html, images = [], code }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const id = newName()
      const stored: StoredMail = {
        id,
        to,
        subject,
        text,
        html: embedImages(html, images),
        ...(code === undefined ? {} : { code }),
        at: Math.floor(Date.now() / 1000),
      }
      // Written under another name and renamed, so that no reader sees a partial mail.
      const draft = join(folder, `${id}.draft`)
      await writeFile(draft, JSON.stringify(stored), { mode: 0o600 })
      await rename(draft, join(folder, `${id}.json`))
      const surplus = (await newestFirst(folder)).slice(max)
      await Promise.all(surplus.map(name => rm(join(folder, name), { force: true })))
    },
    async tryEnvelope() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async close() {},
  }
}

async function readMail(folder: string, name: string): Promise<StoredMail | undefined> {
  // Another process may have deleted it meanwhile.
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as StoredMail)
}

/** Newest first. `to` selects one receiver, ignoring letter case. */
export async function readMailbox(folder: string, to?: string): Promise<StoredMail[]> {
  const names = await newestFirst(folder)
  const mails = await Promise.all(names.map(name => readMail(folder, name)))
  const wanted = to?.trim().toLowerCase()
  return mails.filter(
    mail => mail !== undefined && (wanted === undefined || mail.to.toLowerCase() === wanted),
  ) as StoredMail[]
}

/** One kept mail by its id, or undefined. */
export async function findMail(folder: string, id: string): Promise<StoredMail | undefined> {
  const name = `${id}.json`
  return isMail(name) ? readMail(folder, name) : undefined
}
