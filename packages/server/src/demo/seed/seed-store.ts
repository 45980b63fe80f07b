/** Statements that write the demo data of a development installation. */
import { statement } from '../../platform/db/database.ts'

/** `seeded` is true if both demo accounts exist. */
export const findDemoAccounts = statement<
  { seeded: boolean },
  { personalUid: string; enterpriseUid: string }
>('demo.seeded', 'select count(*) = 2 as seeded from account where uid in ($personalUid, $enterpriseUid)', {
  scope: 'every shard',
  because: 'operator',
})

export interface NewEnterpriseAccount {
  readonly uid: string
  /** sign-in name, also used as the enterprise id */
  readonly account: string
  readonly email: string
  readonly userName: string
  readonly passwordHash: string
}

/** After its sign-in name was claimed. */
export const insertEnterpriseAccount = statement<never, NewEnterpriseAccount>(
  'demo.insert_enterprise',
  `insert into account (uid, kind, email, email_verified_at, enterprise_id, user_name, password_hash)
   values ($uid, 'enterprise', $email, now(), $account, $userName, $passwordHash)`,
)

/** `seeded` is true if the sender has published a message before. */
export const findDemoMessages = statement<{ seeded: boolean }, { sender: string }>(
  'demo.messages_seeded',
  'select exists (select from broadcast where sender = $sender) as seeded',
)

/** Returns the ids of the benefits that did not exist before. */
export const insertBenefits = statement<{ id: string }>(
  'demo.benefits',
  `insert into benefit (id, name_en, name_zh, days) values
     ('ben_demo_library', 'Design library, 30 days', '设计素材库 30 天', 30),
     ('ben_demo_storage', 'Project storage', '项目云空间', 0)
   on conflict do nothing returning id`,
)

export const insertCodeBatches = statement<never>(
  'demo.batches',
  `insert into code_batch (id, benefit_id, origin, count, expires_at, operator) values
     ('bat_demo', 'ben_demo_library', 'imported', 12, null, 'demo'),
     ('bat_demo_over', 'ben_demo_library', 'imported', 1, '2020-12-31', 'demo'),
     ('bat_demo_past', 'ben_demo_storage', 'imported', 2, null, 'demo')`,
)

export interface NewCodes {
  readonly batch: string
  /** hashes of the codes, in the order of their numbers */
  readonly hashes: readonly Buffer[]
  readonly redeemed: boolean
}

export const insertCodes = statement<never, NewCodes>(
  'demo.codes',
  `insert into redemption_code (batch_id, hash, number, redeemed_at)
   select $batch, hash, n, case when $redeemed then now() end
     from unnest($hashes::bytea[]) with ordinality as t(hash, n)
   on conflict do nothing`,
)

/** Inserts two past redemptions: one that has expired, one without an end. `codes`: the two encrypted codes. */
export const insertPastRedemptions = statement<never, { uid: string; codes: readonly Buffer[] }>(
  'demo.redemptions',
  `insert into redemption (uid, benefit_id, code, at, expires_at)
   select $uid, benefit, code, now() - age, now() - age + duration
     from unnest($codes::bytea[], array['ben_demo_library', 'ben_demo_storage'],
                 array['45 days', '12 days']::interval[], array['30 days', null]::interval[])
          as t(code, benefit, age, duration)`,
)

export interface CompletedLessons {
  readonly uid: string
  readonly course: string
  readonly version: string
  readonly lessons: readonly string[]
}

export const insertCompletedLessons = statement<never, CompletedLessons>(
  'demo.lessons',
  `insert into lesson_done (uid, course, lesson, version, watch)
   select $uid, $course, lesson, $version, 'demo' from unnest($lessons::text[]) as lesson on conflict do nothing`,
)

export const insertCertificate = statement<never, { uid: string; course: string; number: string }>(
  'demo.certificate',
  `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
   values ($uid, $course, 'demo-certificate', now(), $number, 'Maker 创客') on conflict do nothing`,
)
