/** Asks a mail server whether it would take a mail, without sending one: MAIL FROM, RCPT TO, RSET. */
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { toMailError } from './smtp-error.ts'

/** nodemailer has no call for an envelope alone: its `send` goes on to DATA. These two are what its calls consist of. */
interface Commands {
  readonly _responseActions: ((reply: string) => void)[]
  _sendCommand(line: string): void
}

/** Throws a MailError. The addresses are plain ones. */
export async function trySmtpEnvelope(
  url: string,
  { from, to }: { readonly from: string; readonly to: string },
  timeoutMs: number,
): Promise<void> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const { auth, ...options } = parseConnectionUrl(url)
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const connection = new Connection({ ...options, ...timeouts, dnsTimeout: timeoutMs })
  const lost = Promise.withResolvers<never>()
  connection.once('error', lost.reject)
  connection.once('end', () => lost.reject(new Error('the connection ended')))
  lost.promise.catch(() => undefined)
  const step = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
    Promise.race([
      lost.promise,
      new Promise<void>((resolve, reject) => start(error => (error ? reject(error) : resolve()))),
    ])
  try {
    await step(done => connection.connect(done))
    if (auth) await step(done => connection.login(auth as SMTPConnection.AuthenticationType, done))
    await step(done => command(connection, 'MAIL FROM', `MAIL FROM:<${from}>`, done))
    await step(done => command(connection, 'RCPT TO', `RCPT TO:<${to}>`, done))
    await step(done => connection.reset(done))
  } catch (error) {
    throw toMailError(error)
  } finally {
    connection.quit()
  }
}

function command(
  connection: SMTPConnection,
  name: string,
  line: string,
  done: (error?: Error) => void,
): void {
  const commands = connection as unknown as Commands
  commands._responseActions.push(response => {
    if (response.startsWith('2')) return done()
    const failure = { code: 'EENVELOPE', command: name, response, responseCode: Number(response.slice(0, 3)) }
    done(Object.assign(new Error('refused'), failure))
  })
  commands._sendCommand(line)
}
