/** A real SMTP server for tests, and a reader of what it got. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: string
  readonly headers: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** the whole message */
  readonly raw: string
}

export interface SmtpFixture {
  readonly url: string
  readonly received: Received[]
  /** senders of all envelopes, also of those that carried no message */
  readonly envelopes: string[]
  /** answers this command (default: RCPT TO) with this reply while set */
  refuse:
    | {
        readonly code: number
        readonly text: string
        readonly at?: 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'
      }
    | undefined
  close(): Promise<void>
}

/** `port`: 0 takes a free one. */
export async function startSmtp(port = 0): Promise<SmtpFixture> {
  const received: Received[] = []
  const refusalAt = (command: string): Error | undefined => {
    const { refuse } = fixture
    if (!refuse || (refuse.at ?? 'RCPT TO') !== command) return undefined
    return Object.assign(new Error(refuse.text), { responseCode: refuse.code })
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (_auth, _session, done) => done(refusalAt('AUTH'), { user: 'kerf' }),
    onMailFrom(address, _session, done) {
      fixture.envelopes.push(address.address)
      done(refusalAt('MAIL FROM'))
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('RCPT TO')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusalAt('DATA')
        if (refusal) return done(refusal)
        received.push(
          read(Buffer.concat(chunks).toString('latin1'), session.envelope.rcptTo[0]?.address ?? ''),
        )
        done()
      })
    },
  })
  // A client that leaves in the middle is no error of the test.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const fixture: SmtpFixture = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    envelopes: [],
    refuse: undefined,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return fixture
}

function read(raw: string, to: string): Received {
  const [head = '', body = ''] = split(raw)
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => `--${boundary}`)
  const parts = boundaries.reduce((all, boundary) => all.flatMap(one => one.split(boundary)), [body])
  const part = (type: string): string => {
    const found = parts.find(one => one.toLowerCase().includes(`content-type: ${type}`)) ?? ''
    const [partHead = '', partBody = ''] = split(found)
    return decode(partBody, /content-transfer-encoding: (\S+)/i.exec(partHead)?.[1] ?? '')
  }
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  return {
    to,
    headers: unfolded,
    subject: words(/^Subject: (.*)$/im.exec(unfolded)?.[1] ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
    raw,
  }
}

const split = (value: string): [string, string] => {
  const end = value.indexOf('\r\n\r\n')
  return [value.slice(0, end), value.slice(end + 4)]
}

function decode(value: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(value, 'base64').toString('utf8')
  const plain = /quoted-printable/i.test(encoding)
    ? value
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : value
  return Buffer.from(plain, 'latin1').toString('utf8')
}

/** Encoded words of a header (RFC 2047). */
const words = (value: string): string =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decode(text.replace(/_/g, ' '), 'quoted-printable'),
    )
