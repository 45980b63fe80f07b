/** Addresses that must lead nowhere, made of the pieces that parsers disagree about. */

export const GOOD_HOST = 'app.kerf.example'
export const GOOD_ORIGIN = `https://${GOOD_HOST}`
const EVIL = 'evil.example'

const cross = <A, B>(as: readonly A[], bs: readonly B[], make: (a: A, b: B) => string): string[] =>
  as.flatMap(a => bs.map(b => make(a, b)))

const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'ftp:',
  'ws:',
  'wss:',
  'about:',
  'mailto:',
  'tel:',
  'intent:',
  'view-source:',
  'chrome:',
  'feed:',
  'jar:',
  'kerf:',
  'httpss:',
  'hxxps:',
  'https;',
  'https%3a',
  ':',
]
const BODIES = [
  'alert(1)',
  `//${GOOD_HOST}/`,
  `//${GOOD_HOST}/%0aalert(1)`,
  `${GOOD_ORIGIN}/`,
  `text/html,<script>location='//${EVIL}'</script>`,
]

const SLASHES = ['', '/', '///', '////', '\\', '\\\\', '/\\', '\\/', '//\\', '/./', '//;', '//%2f', '/ /']

const USERINFO = [
  'user@',
  'user:pass@',
  ':pass@',
  '@',
  ':@',
  'a@b@',
  `${EVIL}@`,
  `${EVIL}:443@`,
  `${EVIL}%40@`,
  `${EVIL}%5c@`,
  `${EVIL}/@`,
  `${EVIL}?@`,
  `${EVIL}#@`,
]

const HOSTS = [
  EVIL,
  `${GOOD_HOST}.${EVIL}`,
  `${GOOD_HOST}-${EVIL}`,
  `${GOOD_HOST}${EVIL}`,
  `evil${GOOD_HOST}`,
  `sub.${GOOD_HOST}`,
  `xn--${GOOD_HOST}`,
  `${GOOD_HOST}.`,
  `${GOOD_HOST}..`,
  `.${GOOD_HOST}`,
  `${GOOD_HOST}。${EVIL}`,
  `${GOOD_HOST}%2e${EVIL}`,
  `${GOOD_HOST}%00.${EVIL}`,
  `${GOOD_HOST}%0d%0a${EVIL}`,
  `${GOOD_HOST}%09`,
  `${GOOD_HOST}%20`,
  `${GOOD_HOST}%23.${EVIL}`,
  `${GOOD_HOST}%3f.${EVIL}`,
  `${GOOD_HOST}%2f.${EVIL}`,
  `${GOOD_HOST}%5c.${EVIL}`,
  `${GOOD_HOST}%40${EVIL}`,
  `${GOOD_HOST}&@${EVIL}`,
  `${GOOD_HOST};${EVIL}`,
  `${GOOD_HOST},${EVIL}`,
  `${GOOD_HOST}|${EVIL}`,
  `${GOOD_HOST}^`,
  `${GOOD_HOST}*`,
  `*.kerf.example`,
  'kerf.example',
  'app.kerf.exampl',
  'аpp.kerf.example',
  'app.κerf.example',
  'app.kerf.examplé',
  '[::1]',
  '[::ffff:127.0.0.1]',
  `[${GOOD_HOST}]`,
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '169.254.169.254',
]
const TAILS = ['', '/', `/?next=${GOOD_ORIGIN}/`, `#${GOOD_ORIGIN}/`]

const PORTS = ['444', '80', '0', '8443', '65536', '443443', '-1', 'x', '4 43', '0x1bb', '443.0']

/** Characters that are dropped, folded or taken for white space by one reader and not by another. */
const INVISIBLE = [
  ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)),
  ...'\u007f\u0085\u00a0\u00ad\u061c\u1680\u180e\u2000\u2003\u200b\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u202f\u205f\u2060\u2066\u3000\ufeff\ufff9\\',
  '\ud800',
  '\udc00',
  '\u{e0001}',
]
const PLACES: readonly ((mark: string) => string)[] = [
  mark => `${mark}${GOOD_ORIGIN}/`,
  mark => `ht${mark}tps://${GOOD_HOST}/`,
  mark => `https:/${mark}/${GOOD_HOST}/`,
  mark => `https://${mark}${GOOD_HOST}/`,
  mark => `https://${GOOD_HOST}${mark}/`,
  mark => `${GOOD_ORIGIN}/a${mark}b`,
  mark => `${GOOD_ORIGIN}/?a=${mark}`,
  mark => `${GOOD_ORIGIN}/${mark}`,
]

/** Each is a text; none leads to GOOD_ORIGIN by any reading that the rule allows. */
export const HOSTILE_ADDRESSES: readonly string[] = [
  ...new Set([
    ...cross(SCHEMES, BODIES, (scheme, body) => scheme + body),
    ...cross(SLASHES, [EVIL, GOOD_HOST], (slashes, host) => `https:${slashes}${host}/`),
    ...cross([...SLASHES, '//'], [EVIL, GOOD_HOST], (slashes, host) => `${slashes}${host}/`),
    ...cross(USERINFO, [EVIL, GOOD_HOST], (userinfo, host) => `https://${userinfo}${host}/`),
    ...cross(HOSTS, TAILS, (host, tail) => `https://${host}${tail}`),
    ...PORTS.map(port => `https://${GOOD_HOST}:${port}/`),
    ...cross(INVISIBLE, PLACES, (mark, place) => place(mark)),
    `http://${GOOD_HOST}/`,
    `http://${GOOD_HOST}:443/`,
    `${GOOD_ORIGIN}/${'x'.repeat(4_096)}`,
  ]),
]
