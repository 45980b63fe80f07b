/**
 * The calls of the console, by the words of the `kerf` command that does the same. Who may make a call, and what it needs, stands in
 * the table of operations (`server/operations/operator/operation-table.ts`), which the console reads with its session.
 */
import * as v from 'valibot'
import { MESSAGE_CATEGORIES } from '../endpoints/message.ts'

const text = (max: number) =>
  v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxCodePoints(max, 'too_long'))
const optionalText = (max: number) =>
  v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(max, 'too_long')))
/** User ID, email address, or enterprise account ID. */
const who = text(320)
const id = text(128)
const day = v.pipe(v.string('required'), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'invalid'))
/** ISO time with a zone */
const time = v.pipe(v.string('required'), v.isoTimestamp('invalid'))
const limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50)

/** What a person may be unable to do. */
export const EXPLAIN_TOPICS = ['login', 'code', 'redeem', 'training', 'machine'] as const

const ofAccount = v.strictObject({ who })
const nothing = v.strictObject({})

const content = {
  titleEn: optionalText(200),
  titleZh: optionalText(200),
  bodyEn: optionalText(10_000),
  bodyZh: optionalText(10_000),
  link: optionalText(2_000),
  picture: optionalText(2_000),
  from: v.optional(time),
  until: v.optional(time),
  /** shows what it looks like and whom it reaches, and sends nothing */
  preview: v.optional(v.boolean(), false),
}

type Words = readonly string[]
type Options = Readonly<Record<string, string | number | undefined>>
/** Options of a command; absent ones are left out. */
const options = (given: Options): Words =>
  Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`--${name}`, String(value)],
  )

interface ConsoleCall<S extends v.GenericSchema> {
  readonly input: S
  /** what follows the words of the command on a command line, without `--reason` and `--case` */
  readonly words: (input: v.InferOutput<S>) => Words
}
const call = <const S extends v.GenericSchema>(
  input: S,
  words: (input: v.InferOutput<S>) => Words = () => [],
): ConsoleCall<S> => ({ input, words })

const accountCall = call(ofAccount, input => [input.who])
const idCall = call(v.strictObject({ id }), input => [input.id])
type Content = v.InferOutput<v.StrictObjectSchema<typeof content, undefined>>
const contentWords = (input: Content): Words =>
  options({
    'title-en': input.titleEn,
    'title-zh': input.titleZh,
    'body-en': input.bodyEn,
    'body-zh': input.bodyZh,
    link: input.link,
    picture: input.picture,
    from: input.from,
    until: input.until,
  })

export const CONSOLE_CALLS = {
  find: call(v.strictObject({ query: text(254), after: optionalText(64) }), input => [
    input.query,
    ...options({ after: input.after }),
  ]),
  explain: call(v.strictObject({ who, about: v.optional(v.picklist(EXPLAIN_TOPICS, 'invalid')) }), input => [
    input.who,
    ...options({ about: input.about }),
  ]),
  'user show': accountCall,
  'user reveal': accountCall,
  'user sessions': accountCall,
  'user factors': accountCall,
  'user machines': accountCall,
  'user history': accountCall,
  'user limits show': accountCall,
  'user limits lift': accountCall,
  'user unlock': accountCall,
  /** `to`: the new address. `evidence`: reference of the proof, which the second operator reads */
  'user change-email': call(v.strictObject({ who, to: text(320), evidence: text(100) }), input => [
    input.who,
    ...options({ to: input.to, evidence: input.evidence }),
  ]),
  'user keep-email': accountCall,
  'user restore': call(v.strictObject({ who, since: time, evidence: text(100) }), input => [
    input.who,
    ...options({ since: input.since, evidence: input.evidence }),
  ]),
  'user merge-preview': call(v.strictObject({ who, into: who }), input => [input.who, input.into]),
  /** `who`: the account that is closed. `address`: what becomes of its email address */
  'user merge': call(
    v.strictObject({
      ...{ who, into: who, evidence: text(100) },
      address: v.picklist(['second', 'free'], 'invalid'),
    }),
    input => [...[input.who, input.into], ...options({ address: input.address, evidence: input.evidence })],
  ),
  'user keep-accounts': accountCall,
  'user note': call(v.strictObject({ who, note: text(1_000) }), input => [input.who, input.note]),
  'user session end': call(v.strictObject({ who, session: id }), input => [input.who, input.session]),
  'user reset-factor': accountCall,
  'user restrict': accountCall,
  'user unrestrict': accountCall,
  'user ban': call(v.strictObject({ who, until: v.optional(time) }), input => [
    input.who,
    ...options({ until: input.until }),
  ]),
  'user unban': accountCall,
  'mail list': call(v.strictObject({ who: v.optional(who), request: optionalText(64), limit }), input =>
    options({ uid: input.who, request: input.request }),
  ),
  'mail suppressions': call(v.strictObject({ limit })),
  'mail lift': idCall,
  'mail resend': idCall,
  'certificate find': call(v.strictObject({ what: who }), input => [input.what]),
  'certificate revoke': call(v.strictObject({ number: id }), input => [input.number]),
  'certificate restore': call(v.strictObject({ number: id }), input => [input.number]),
  'certificate resend': call(v.strictObject({ number: id }), input => [input.number]),
  'training credit': call(
    v.strictObject({ who, course: v.picklist(['laser', 'printer'], 'invalid'), evidence: text(100) }),
    input => [input.who, ...options({ course: input.course, evidence: input.evidence })],
  ),
  'redemption list': accountCall,
  'redemption undo': call(
    v.strictObject({ who, id, code: v.picklist(['unused', 'void'], 'invalid') }),
    input => [...[input.who, input.id], ...options({ code: input.code })],
  ),
  'redemption move': call(v.strictObject({ who, id, to: who }), input => [
    ...[input.who, input.id],
    ...options({ to: input.to }),
  ]),
  'codes show': call(v.strictObject({ code: text(64) }), () => ['-']),
  'codes list': call(v.strictObject({ benefit: v.optional(id) }), input =>
    options({ benefit: input.benefit }),
  ),
  'codes create': call(
    v.strictObject({
      benefit: id,
      count: v.pipe(
        v.number('required'),
        v.integer('invalid'),
        v.minValue(1, 'invalid'),
        v.maxValue(50_000, 'invalid'),
      ),
      expires: v.optional(day),
    }),
    input => options({ benefit: input.benefit, count: input.count, expires: input.expires }),
  ),
  'codes revoke': call(v.strictObject({ batch: id }), input => options({ batch: input.batch })),
  'benefit list': call(nothing),
  'benefit give': call(
    v.strictObject({
      who,
      benefit: id,
      days: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'))),
    }),
    input => [input.who, ...options({ benefit: input.benefit, days: input.days })],
  ),
  'benefit take': call(v.strictObject({ who, id }), input => [input.who, input.id]),
  'machine show': call(v.strictObject({ machine: id }), input => [input.machine]),
  'machine requests': call(nothing),
  'message list': call(v.strictObject({ who: v.optional(who), limit }), input =>
    options({ account: input.who }),
  ),
  'message send': call(
    v.strictObject({ audience: text(320), category: v.picklist(MESSAGE_CATEGORIES, 'invalid'), ...content }),
    input => [...options({ audience: input.audience, category: input.category }), ...contentWords(input)],
  ),
  'message readers': idCall,
  'message recall': idCall,
  'message revoke': idCall,
  'announcement list': call(v.strictObject({ limit })),
  'announcement publish': call(v.strictObject(content), contentWords),
  'announcement recall': idCall,
  'announcement revoke': idCall,
  'app list': call(nothing),
  'app show': call(v.strictObject({ clientId: id }), input => [input.clientId]),
  'webhook list': call(nothing),
  'webhook deliveries': call(
    v.strictObject({ clientId: id, failed: v.optional(v.boolean(), false), limit }),
    input => [input.clientId, ...(input.failed ? ['--failed'] : [])],
  ),
  'webhook test': call(v.strictObject({ clientId: id }), input => [input.clientId]),
  'ip list': call(nothing),
  'ip ban': call(
    v.strictObject({ network: text(64), until: v.optional(time), preview: v.optional(v.boolean(), false) }),
    input => [input.network, ...options({ until: input.until })],
  ),
  'ip unban': call(v.strictObject({ network: text(64) }), input => [input.network]),
  audit: call(
    v.strictObject({
      who: v.optional(who),
      event: optionalText(64),
      operator: optionalText(64),
      request: optionalText(64),
      network: optionalText(64),
      outcome: v.optional(v.picklist(['ok', 'refused'], 'invalid')),
      since: v.optional(time),
      until: v.optional(time),
      /** id of a row: only older ones, for the next page */
      before: optionalText(18),
      limit,
    }),
    ({ who: uid, limit: _, ...filter }) => options({ uid, ...filter }),
  ),
  request: idCall,
  stats: call(
    v.strictObject({ days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31)), 7) }),
    input => options({ days: input.days }),
  ),
  'approval list': call(v.strictObject({ all: v.optional(v.boolean(), false) }), input =>
    input.all ? ['--all'] : [],
  ),
  'approval show': idCall,
  'approval approve': idCall,
  'approval reject': idCall,
  'operator list': call(nothing),
  'operator confirm': call(v.strictObject({ name: text(64) }), input => [input.name]),
} as const

export type ConsoleCallName = keyof typeof CONSOLE_CALLS
export type ConsoleInput<N extends ConsoleCallName> = v.InferInput<(typeof CONSOLE_CALLS)[N]['input']>
export type ParsedConsoleInput<N extends ConsoleCallName> = v.InferOutput<(typeof CONSOLE_CALLS)[N]['input']>

export const isConsoleCall = (name: string): name is ConsoleCallName => Object.hasOwn(CONSOLE_CALLS, name)

/** What is wrong with an input, by the names of its fields; undefined: nothing. */
export function invalidFieldsOf(
  name: ConsoleCallName,
  input: object,
): Readonly<Record<string, string>> | undefined {
  const parsed = v.safeParse(CONSOLE_CALLS[name].input as v.GenericSchema, input)
  if (parsed.success) return undefined
  return Object.fromEntries(parsed.issues.map(issue => [v.getDotPath(issue) ?? '', issue.message]))
}

/** A word of a POSIX shell that stands for itself. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** The command line that does the same. An ellipsis stands for an input that is not complete. */
export function commandLineOf<N extends ConsoleCallName>(
  name: N,
  input: ConsoleInput<N>,
  why: { readonly reason?: string | undefined; readonly caseNumber?: string | undefined } = {},
): string {
  const { words, input: schema } = CONSOLE_CALLS[name] as unknown as ConsoleCall<v.GenericSchema>
  const parsed = v.safeParse(schema, input)
  const rest = parsed.success ? words(parsed.output).map(quoted) : ['…']
  const explained = options({ case: why.caseNumber, reason: why.reason }).map(quoted)
  return ['kerf', name, ...rest, ...explained].join(' ')
}
