/** Who runs the command, as the kernel knows it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

export interface OperatorIdentity {
  /** user name; `uid:N` if the machine has no name for the number */
  readonly name: string
  /** `login:UID`, or `user:UID` where nobody has logged in to the machine, as in a container */
  readonly source: string
}

/** (uid_t) -1: the process descends from no login. */
const LOGIN_UID_UNSET = 4_294_967_295

/** What of the machine the identity is read from. */
export interface IdentityHost {
  /** Content of /proc/self/loginuid; undefined where the kernel has none. */
  readonly loginUid: () => string | undefined
  /** Real uid of the process; undefined where there is none. */
  readonly realUid: () => number | undefined
  readonly userName: (uid: number) => string | undefined
}

const HOST: IdentityHost = {
  loginUid: () => {
    try {
      return readFileSync('/proc/self/loginuid', 'utf8')
    } catch {
      return undefined
    }
  },
  realUid: () => process.getuid?.(),
  userName: uid => {
    try {
      // By its full path: the operator chooses PATH. It also finds users of a directory service.
      const entry = execFileSync('/usr/bin/getent', ['passwd', String(uid)], {
        encoding: 'utf8',
        env: {},
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return entry.split(':', 1)[0] || undefined
    } catch {
      return userInfo().uid === uid ? userInfo().username : undefined
    }
  },
}

/**
 * `sudo`, `su` and `setpriv` keep the login uid. Only root can change it (CAP_AUDIT_CONTROL).
 * Without one it is the real user of the process.
 */
export function readOperatorIdentity({ loginUid, realUid, userName }: IdentityHost = HOST): OperatorIdentity {
  const text = loginUid()?.trim() ?? ''
  const login = /^\d+$/.test(text) ? Number(text) : LOGIN_UID_UNSET
  const isLogin = login !== LOGIN_UID_UNSET
  const uid = isLogin ? login : realUid()
  if (uid === undefined) return { name: userInfo().username, source: 'user' }
  return { name: userName(uid) ?? `uid:${uid}`, source: `${isLogin ? 'login' : 'user'}:${uid}` }
}
