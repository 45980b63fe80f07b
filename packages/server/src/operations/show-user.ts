/** One account as an operator may see it: facts about it, nothing that would sign in. */

import { isLiveSession } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'
import { noSuchAccount, resolveUid } from './find-account.ts'

/** Times are unix seconds. */
export interface ShownUser {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  /** enterprise account ID, or null */
  readonly account: string | null
  readonly userName: string
  readonly nickname: string
  readonly country: string
  readonly region: string
  readonly lang: 'en' | 'zh'
  readonly createdAt: number
  readonly hasPassword: boolean
  readonly defaultPassword: boolean
  /** live ones */
  readonly sessions: number
  readonly lastSignIn: {
    readonly at: number
    readonly method: string
    readonly place: string
    readonly application: string
    readonly platform: string
  } | null
}

const show = statement<ShownUser, [uid: string]>(
  'operate.user.show',
  `select a.uid, a.kind, a.status, a.email, a.enterprise_id as account, a.user_name as "userName", a.nickname,
          a.country, a.region, a.lang, floor(extract(epoch from a.created_at))::float8 as "createdAt",
          a.password_hash is not null as "hasPassword", a.default_password as "defaultPassword",
          (select count(*)::int from session s where s.uid = a.uid and ${isLiveSession('s')}) as sessions,
          (select json_build_object('at', floor(extract(epoch from r.at)), 'method', r.method, 'place', r.place,
                                    'application', r.application, 'platform', r.platform)
             from sign_in_record r where r.uid = a.uid order by r.id desc limit 1) as "lastSignIn"
     from account a where a.uid = $1`,
)

/** `who`: uid, e-mail address of a personal account, or enterprise account ID. The look itself is on record (S-119). */
export async function showUser(db: Database, who: string, operator: string): Promise<ShownUser> {
  return db.transaction(async tx => {
    const uid = await resolveUid(tx, who)
    const [user] = uid === undefined ? [] : await show(tx, uid)
    if (!user) throw noSuchAccount()
    await writeAudit(tx, { event: 'user.show', outcome: 'ok', uid: user.uid, operator })
    return user
  })
}
