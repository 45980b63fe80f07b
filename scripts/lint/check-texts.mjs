/**
 * Checks the words of texts that people read: screens, emails, legal texts, courses, brands, documents, the command line
 * and the API reference. docs/glossary.md lists the words to use. Code names, code spans and addresses are not checked.
 */
import { listFiles, readText } from './imports.mjs'

/** `where`: kinds of text that the rule holds for. */
const RULES = [
  {
    where: ['en', 'docs', 'code'],
    word: /\bsign(?:s|ed|ing)?[ -](?:in|ins|out|outs|off)\b/i,
    reason: 'write "log in", "login", "log out" or "logout": one word for one thing; "sign up" stays',
  },
  { where: ['en', 'docs', 'code'], word: /\be-mails?\b/i, reason: 'write "email"' },
  {
    where: ['en', 'docs'],
    word: /\b(?:mails|(?:a|an|by|one|the|this) mail)\b(?! (?:server|provider))/i,
    reason: 'a message is an "email"; "mail" is the system, as in "mail server"',
  },
  {
    where: ['en', 'docs', 'code'],
    word: /\b(?:behaviour|cancell(?:ed|ing)|catalogue|(?<!Map )centre|colour|defence|favour|fulfil|grey|honour|judgement|labell(?:ed|ing)|licence|metre|millimetre|modell(?:ed|ing)|organis|programme|travell(?:ed|ing)|whilst|(?:authori|categori|customi|emphasi|initiali|locali|minimi|normali|optimi|organi|prioriti|randomi|reali|recogni|saniti|seriali|speciali|standardi|summari|synchroni|utili)s(?:e|ed|es|ing|ation)\b)/i,
    reason: 'US spelling',
  },
  {
    where: ['docs', 'code'],
    word: /\b[Ww]hoever\b|(?:^|[.:;] |\*\* )Who (?:asks|can|checks|has|holds|is|knows|reads|writes)\b(?![^.\n]*\?)/m,
    reason: 'name the subject: "a person who", "anyone who", "the caller"',
  },
  { where: ['en'], word: /\benterprise\b/i, reason: 'screens say "business"' },
  {
    where: ['en'],
    word: /\bsupport (?:team|service|staff)\b|\b(?:contact|ask|by|our|tell) support\b/i,
    reason: 'write "customer service"',
  },
  { where: ['en'], word: /\btries\b/i, reason: 'write "attempts"' },
  {
    where: ['en'],
    word: /\b(?:from afar|can be had|(?:will|would) (?:lie|stand) here|come up\b|check each sign|for good|(?:counts?|holds?) until|by itself|by themselves|under way|without end|is away|goes on\b|at the head of|Put off)/i,
    reason: 'no phrase translated word for word: write what an English product would say',
  },
  { where: ['en'], word: /\bit is you\b|\bconfirm that you\b/i, reason: 'write "confirm it’s you"' },
  { where: ['en', 'zh'], word: /\w'\w/, reason: 'the apostrophe is ’' },
  { where: ['en', 'zh'], word: /\.\.\.| …/, reason: 'the ellipsis is …, without a space before it' },
  { where: ['en', 'zh'], word: /[\d}] %/, reason: 'no space before %' },
  { where: ['zh'], word: /你/, reason: '称呼用“您”' },
  { where: ['zh'], word: /已关联|关联账号|取消关联|解除关联/, reason: '账号之间用“绑定”“解绑”' },
  { where: ['zh'], word: /解除绑定/, reason: '用“解绑”' },
  { where: ['zh'], word: /我的/, reason: '写出所指：资料、数据、设备' },
  { where: ['zh'], word: /登陆/, reason: '用“登录”' },
  { where: ['zh'], word: /帐[号户]|账户/, reason: '用“账号”' },
  { where: ['zh'], word: /电子邮[件箱]|电邮|邮件地址/, reason: '地址用“邮箱”，信件用“邮件”' },
  { where: ['zh'], word: /查验页面|公开查验/, reason: '用“证书查验页”' },
  { where: ['zh'], word: /登出|注销登录/, reason: '用“退出登录”；“注销”只指注销账号' },
  { where: ['zh'], word: /删除账号/, reason: '用“注销账号”' },
  { where: ['zh'], word: /默认密码/, reason: '用“初始密码”' },
  { where: ['zh'], word: /身份验证器/, reason: '用“验证器应用”' },
  { where: ['zh'], word: /颁发/, reason: '用“签发”' },
  { where: ['zh'], word: /会话 ID|会话号/, reason: '用“会话编号”' },
  {
    where: ['zh'],
    word: /[\u3400-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u3400-\u9fff]/,
    reason: '中文与西文、数字之间空一格',
  },
  {
    where: ['zh'],
    word: /[\u3400-\u9fff] ?[,;:!?()]|[,;:!?()][\u3400-\u9fff]/,
    reason: '中文用全角标点',
  },
  {
    where: ['zh'],
    word: /[，。：；！？、（）“”] | [，。：；！？、（）“”]/,
    reason: '全角标点两侧不空格',
  },
]

/** Hidden from the rules: code spans, blocks of code, targets of links, addresses, tags. */
const NOT_PROSE = /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\/\/\S+|<[^>\n]*>/g
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

const blank = text => text.replace(/[^\n]/g, '\u00a0')

/** Leaves only what matches, each character at its place. */
function keepOnly(text, pattern) {
  let kept = ''
  for (const { 0: found, index } of text.matchAll(pattern))
    kept += blank(text.slice(kept.length, index)) + found
  return kept + blank(text.slice(kept.length))
}

/** Strings of a source file. One without a space is a name. */
const stringsOf = text =>
  keepOnly(text, STRING).replace(STRING, literal => (/\s/.test(literal) ? literal : blank(literal)))

/** A number that an authority gave. */
const FILING = /^ *filing: .*$/m

/** The strings of one language, where a file holds both. Those with Chinese characters are Chinese. */
const languageOf = (text, language) =>
  keepOnly(text.replace(FILING, blank), STRING).replace(STRING, literal =>
    /\p{Script=Han}/u.test(literal) === (language === 'zh') ? literal : blank(literal),
  )

/** As JSON writes it. */
const LINE_BREAK = /\\n/g

/** Returns one sentence for each word that a rule refuses. `kind`: `en`, `zh`, `docs` or `code`. */
export function checkText(path, text, kind) {
  const prose = kind === 'code' ? stringsOf(text) : text.replace(LINE_BREAK, blank).replace(NOT_PROSE, blank)
  return RULES.filter(({ where }) => where.includes(kind)).flatMap(({ word, reason }) =>
    [...prose.matchAll(new RegExp(word, `g${word.flags}`))].map(({ 0: found, index }) => {
      const line = prose.slice(0, index).split('\n').length
      return `${path}:${line}: "${found}": ${reason}.`
    }),
  )
}

/** Which files hold texts of which kind. The changelog keeps the words of its time; the glossary names words to avoid. */
const SOURCES = [
  [/^locales\/en\/\w+\.(?:json|ts)$/, 'en'],
  [/^locales\/zh\/\w+\.(?:json|ts)$/, 'zh'],
  [/^(?:courses\/\w+\/(?:lessons|questions)|brands\/\w+\/brand)\.ts$/, 'en', 'zh'],
  [/^(?!CHANGELOG|docs\/(?:api|glossary)\.md).*\.md$/, 'docs'],
  [
    /^packages\/(?:operator\/src|embed\/src|contract\/src\/endpoints|server\/src\/(?:web\/openapi|demo))\/.*\.ts$/,
    'code',
  ],
]

function checkRepository() {
  return listFiles().flatMap(path => {
    const [, ...kinds] = SOURCES.find(([pattern]) => pattern.test(path)) ?? []
    if (kinds.length === 0 || /\.test\.ts$|-fixture\.ts$/.test(path)) return []
    const text = readText(path)
    return kinds.flatMap(kind => checkText(path, kinds.length > 1 ? languageOf(text, kind) : text, kind))
  })
}

if (process.argv[1]?.endsWith('check-texts.mjs')) {
  const findings = checkRepository()
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
