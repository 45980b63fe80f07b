/** Debian's IMAP server with one mailbox, whose messages are files. */
import { chownSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withBounceMailbox } from '../../../packages/server/src/outbound/mail/bounce/read-bounce-mailbox.ts'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { requireProgram, startDaemon } from './daemon.ts'

const PASSWORD = 'drill'
/** user and group `mail` of every Debian system */
const DEBIAN_MAIL = { uid: 8, gid: 8 }
const START_TIMEOUT_MS = 10_000

const groupName = (gid: number): string =>
  new RegExp(`^([^:]+):[^:]*:${gid}:`, 'm').exec(readFileSync('/etc/group', 'utf8'))?.[1] ?? ''

export interface Mailbox {
  readonly url: string
  /** Stores a message, as the delivery of a mail server does. */
  deliver(source: string): void
  /** messages that are left */
  count(): number
}

export async function startDovecot(folder: string): Promise<Mailbox> {
  const dovecot = requireProgram('dovecot', 'dovecot-imapd')
  const mail = join(folder, 'maildir')
  const port = await findFreePort()
  const { username, uid, gid } = userInfo()
  // Neither the mailbox nor the processes of a login may belong to root.
  const owner = uid === 0 ? DEBIAN_MAIL : { uid, gid }
  for (const part of ['', 'cur', 'new', 'tmp']) {
    mkdirSync(join(mail, part), { recursive: true })
    chownSync(join(mail, part), owner.uid, owner.gid)
  }
  const url = `imap://bounces:${PASSWORD}@127.0.0.1:${port}/INBOX`
  const config = join(folder, 'dovecot.conf')
  writeFileSync(
    config,
    `protocols = imap
base_dir = ${join(folder, 'dovecot')}
state_dir = ${join(folder, 'dovecot')}
log_path = ${join(folder, 'dovecot.log')}
${uid === 0 ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${groupName(gid)}`}
first_valid_uid = 0
first_valid_gid = 0
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mail}
}
`,
  )
  startDaemon(dovecot, ['-F', '-c', config])
  const until = performance.now() + START_TIMEOUT_MS
  const canOpen = () => withBounceMailbox(url, async () => true).catch(() => false)
  while (!(await canOpen()))
    if (performance.now() > until) throw new Error('Dovecot does not start')
    else await sleep(200)
  let delivered = 0
  return {
    url,
    deliver(source) {
      const name = `${Date.now()}.${++delivered}.drill`
      writeFileSync(join(mail, 'tmp', name), source)
      renameSync(join(mail, 'tmp', name), join(mail, 'new', name))
    },
    count: () => ['new', 'cur'].flatMap(part => readdirSync(join(mail, part))).length,
  }
}
