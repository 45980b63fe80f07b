/** What a failed attempt says: which command the mail server did not accept, with which reply, and who must act. */

/** The part of an error of nodemailer that tells whose fault it is. `code` and `permanent` do not: a refused sender and a refused receiver have the same. */
export interface SmtpFailure {
  /** `MAIL FROM`, `RCPT TO`, `DATA`, `AUTH PLAIN` …; null: no connection */
  readonly command: string | null
  /** such as 550; null: no reply */
  readonly reply: number | null
  /** enhanced status code, such as 5.1.1 (RFC 3463) */
  readonly enhancedCode: string | null
}

/** A mail could not be sent. The message contains neither receiver nor content: it is logged and stored with the job. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: SmtpFailure
  constructor(reason: string, failure: SmtpFailure = { command: null, reply: null, enhancedCode: null }) {
    super(reason)
    this.failure = failure
  }

  /** No retry can succeed: the receiver or the message was refused for good (RFC 5321 section 4.2.1). */
  get isRefused(): boolean {
    const { command, reply } = this.failure
    return (command === 'RCPT TO' || command === 'DATA') && reply !== null && reply >= 500
  }

  /** Refused for good, but not because of this receiver or message: Gmail says 5.7.26 to a domain without SPF and DKIM. */
  get isRefusedByPolicy(): boolean {
    return this.isRefused && isPolicyCode(this.failure.enhancedCode)
  }

  /** The mail server refuses this installation: its sender or its password. An operator must act; then a retry succeeds. */
  get isSenderRefused(): boolean {
    const { command, reply } = this.failure
    return isSenderCommand(command) && reply !== null && reply >= 500
  }
}

/** 5.7.x, security or policy: the receiver's server does not trust the sender, for example because of SPF and DKIM (RFC 3463, RFC 7372). */
const isPolicyCode = (code: string | null): boolean => code?.startsWith('5.7.') === true

const isSenderCommand = (command: string | null): boolean =>
  command === 'MAIL FROM' || command?.startsWith('AUTH') === true

/** Who must act: the operator for `sender` and `connection`, the receiver for `receiver`. */
export type Fault = 'sender' | 'receiver' | 'message' | 'connection'

export function faultOf({
  command,
  code,
}: {
  readonly command: string | null
  readonly code: string | null
}): Fault {
  if (isPolicyCode(code)) return 'sender'
  if (command === 'RCPT TO') return 'receiver'
  if (command === 'DATA') return 'message'
  return isSenderCommand(command) ? 'sender' : 'connection'
}

const ENHANCED_CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/

const CAUSE_LENGTH_MAX = 200

/** Why there is no connection, in words of the resolver, the socket or TLS. Advice to users of Node.js follows after a semicolon. */
function connectionCause({ command, response, message }: Record<string, unknown>): string {
  if (command !== 'CONN' || response !== undefined || typeof message !== 'string') return ''
  return `: ${message.split(/[;\r\n]/, 1)[0]?.slice(0, CAUSE_LENGTH_MAX)}`
}

/** Leaves out the reply text: `550 <someone@example.com> unknown` contains the receiver. */
export function toMailError(error: unknown): MailError {
  const { code, responseCode, response, command } = error as Record<string, unknown>
  const name = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'failed'
  const reply = typeof responseCode === 'number' ? responseCode : null
  const enhancedCode = typeof response === 'string' ? (ENHANCED_CODE.exec(response)?.[1] ?? null) : null
  // CONN and API are no commands: there was no connection.
  const isCommand = command !== 'CONN' && command !== 'API'
  const named =
    isCommand && typeof command === 'string' && /^[A-Z][A-Z0-9 -]{1,30}$/.test(command) ? command : null
  const said = ['SMTP', name, named, reply, enhancedCode].filter(part => part !== null).join(' ')
  const failure = { command: named, reply, enhancedCode }
  return new MailError(said + connectionCause(error as Record<string, unknown>), failure)
}
