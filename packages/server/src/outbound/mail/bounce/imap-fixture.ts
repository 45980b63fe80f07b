/** A mailbox over IMAP for tests and drills: the part of RFC 9051 that reading and deleting messages takes. */
import { type AddressInfo, createServer, type Socket } from 'node:net'

interface StoredMessage {
  readonly uid: number
  readonly source: string
  seen: boolean
  deleted: boolean
}

export interface ImapFixture {
  /** `imap://bounces:secret@127.0.0.1:PORT/INBOX` */
  readonly url: string
  readonly messages: readonly StoredMessage[]
  deliver(source: string): void
  close(): Promise<void>
}

export const IMAP_PASSWORD = 'secret'

export async function startImap(): Promise<ImapFixture> {
  let messages: StoredMessage[] = []
  let lastUid = 0
  const sockets = new Set<Socket>()
  const flagsOf = ({ seen, deleted }: StoredMessage) =>
    [seen && '\\Seen', deleted && '\\Deleted'].filter(Boolean).join(' ')

  /** Untagged lines, and the tagged answer, of a command. */
  const answer = (command: string): readonly [untagged: readonly string[], done: string] => {
    const [, name = '', rest = ''] = /^(UID \w+|\w+) ?(.*)$/is.exec(command) ?? []
    const uid = Number(/^\d+/.exec(rest)?.[0])
    const found = messages.find(message => message.uid === uid)
    const position = found ? messages.indexOf(found) + 1 : 0
    switch (name.toUpperCase()) {
      case 'CAPABILITY':
        return [['* CAPABILITY IMAP4rev1'], 'OK done']
      case 'LOGIN':
        return [[], rest.includes(IMAP_PASSWORD) ? 'OK done' : 'NO [AUTHENTICATIONFAILED] wrong']
      case 'LIST':
      case 'LSUB':
        return [[`* ${name.toUpperCase()} () "/" INBOX`], 'OK done']
      case 'SELECT':
        return [
          [
            '* FLAGS (\\Seen \\Deleted)',
            `* ${messages.length} EXISTS`,
            '* OK [UIDVALIDITY 1] valid',
            `* OK [UIDNEXT ${lastUid + 1}] next`,
          ],
          'OK [READ-WRITE] done',
        ]
      case 'UID SEARCH':
        return [
          [`* SEARCH ${messages.flatMap(({ seen, uid }) => (seen ? [] : [uid])).join(' ')}`.trim()],
          'OK done',
        ]
      case 'UID FETCH':
        return found
          ? [
              [
                `* ${position} FETCH (UID ${uid} FLAGS (${flagsOf(found)}) BODY[]<0> {${Buffer.byteLength(found.source)}}\r\n${found.source})`,
              ],
              'OK done',
            ]
          : [[], 'OK done']
      case 'UID STORE':
        if (!found) return [[], 'OK done']
        if (rest.includes('\\Seen')) found.seen = true
        if (rest.includes('\\Deleted')) found.deleted = true
        return [[`* ${position} FETCH (UID ${uid} FLAGS (${flagsOf(found)}))`], 'OK done']
      case 'EXPUNGE': {
        const gone = messages
          .flatMap(({ deleted }, index) => (deleted ? [`* ${index + 1} EXPUNGE`] : []))
          .reverse()
        messages = messages.filter(({ deleted }) => !deleted)
        return [gone, 'OK done']
      }
      case 'LOGOUT':
        return [['* BYE'], 'OK done']
      default:
        return [[], name.toUpperCase() === 'NOOP' ? 'OK done' : 'BAD unknown']
    }
  }

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.write('* OK ready\r\n')
    let buffered = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      buffered += chunk
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const [tag = '', command = ''] = buffered.slice(0, end).split(/ (.*)/s)
        buffered = buffered.slice(end + 2)
        const [untagged, done] = answer(command)
        socket.write([...untagged, `${tag} ${done}`].map(line => `${line}\r\n`).join(''))
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `imap://bounces:${IMAP_PASSWORD}@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    get messages() {
      return messages
    },
    deliver(source) {
      messages.push({ uid: ++lastUid, source, seen: false, deleted: false })
    },
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** A delivery status notification as a mail server sends it to the return path `to`. */
export const bounceMessage = (to: string, code: string, action = 'failed'): string =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; nobody@example.net',
    `Action: ${action}`,
    `Status: ${code}`,
    'Diagnostic-Code: smtp; 550 no such user',
    '',
    '--b1--',
    '',
  ].join('\r\n')
