/** `/dev/mail` and `/dev/mail.json`: the development mailbox over HTTP. Never registered in production. */
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { findMail, readMailbox } from '../../outbound/mail/mailbox-transport.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { pageLanguage } from '../style/development-language.ts'
import { listPage, mailPage } from './mailbox-page.ts'

/** Styles stand in the page; a mail's own markup runs in a frame that inherits this policy. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const one = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Names that a stranger's DNS server cannot point at this machine (DNS rebinding): addresses and `localhost`. */
const isLocalName = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')

export interface MailboxOptions {
  /** see mailboxFolder */
  readonly folder: string
  /** names of this installation */
  readonly hostnames: () => readonly string[]
}

export async function mailboxRoutes(
  app: FastifyInstance,
  { folder, hostnames }: MailboxOptions,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLocalName(request.hostname) && !hostnames().includes(request.hostname))
      throw new ApiError('authority')
    reply.header('cache-control', 'no-store').header('content-security-policy', POLICY)
  })

  app.get('/dev/mail', async (request, reply) => {
    const { id, to } = request.query as Readonly<Record<string, unknown>>
    reply.type('text/html; charset=utf-8')
    const language = pageLanguage(request)
    const wanted = one(id)
    if (wanted === undefined) return listPage(language, await readMailbox(folder, one(to)), one(to) ?? '')
    const mail = await findMail(folder, wanted)
    if (mail !== undefined) return mailPage(language, mail)
    reply.code(404)
    return listPage(language, await readMailbox(folder), '')
  })

  app.get('/dev/mail.json', async request =>
    readMailbox(folder, one((request.query as Readonly<Record<string, unknown>>).to)),
  )
}
