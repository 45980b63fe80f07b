/** `/dev/mail` and `/dev/mail.json`: the development mailbox over HTTP. Never registered in production. */
import type { FastifyInstance } from 'fastify'
import { listPage, mailPage } from './dev-mailbox-html.ts'
import { findMail, readMailbox } from './mailbox-transport.ts'

/** Styles stand in the page; a mail's own markup runs in a frame that inherits this policy. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const one = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** `folder`: see mailboxFolder. */
export async function devMailboxRoutes(
  app: FastifyInstance,
  { folder }: { readonly folder: string },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', POLICY)
  })

  app.get('/dev/mail', async (request, reply) => {
    const { id, to } = request.query as Readonly<Record<string, unknown>>
    reply.type('text/html; charset=utf-8')
    const wanted = one(id)
    if (wanted === undefined) return listPage(await readMailbox(folder, one(to)), one(to) ?? '')
    const mail = await findMail(folder, wanted)
    if (mail !== undefined) return mailPage(mail)
    reply.code(404)
    return listPage(await readMailbox(folder), '')
  })

  app.get('/dev/mail.json', async request =>
    readMailbox(folder, one((request.query as Readonly<Record<string, unknown>>).to)),
  )
}
