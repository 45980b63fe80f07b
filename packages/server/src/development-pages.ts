/** `/docs` and `/dev/*`: in development only (S-128). */
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { docsPage } from './docs-page/docs-page.ts'
import { devMailbox } from './mail/dev-mailbox.ts'
import { mailboxFolder } from './mail/mailbox.ts'

export async function developmentPages(http: FastifyInstance, config: Config): Promise<void> {
  if (config.production) return
  await http.register(docsPage)
  if (config.mailUrl === undefined) await http.register(devMailbox, { folder: mailboxFolder(config.dataDir) })
}
