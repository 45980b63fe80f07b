import { loadBrands } from '@kerf/brands/registry'
import { SCENES } from '@kerf/contract/fields'
import { WORKSHOP_ACTS } from '@kerf/contract/machines/workshops'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from './queue-mail.ts'
import { type BrandOf, renderMail } from './render-mail.ts'
import type { MailContent } from './templates/mail-content.ts'

const HTTPS = new URL('https://passport.example.com/')
const AT = Date.UTC(2026, 4, 17, 8, 5) / 1000
const CONTENTS: readonly MailContent[] = [
  ...SCENES.map(scene => ({ template: 'code', code: '042917', scene, minutes: 10 }) as const),
  { template: 'already_registered' },
  { template: 'no_account' },
  ...(['password_reset', 'password_changed', 'password_set'] as const).map(template => ({
    template,
    at: AT,
    place: 'DE',
    notMe: 'bGluaw',
  })),
  { template: 'sessions_cleared', count: 3, at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'sessions_dropped', count: 1, at: AT, place: 'DE', notMe: 'bGluaw' },
  {
    template: 'second_email_set',
    to: 'n***w@example.com',
    startsAt: AT,
    at: AT,
    place: 'DE',
    notMe: 'bGluaw',
  },
  { template: 'second_email_removed', endsAt: AT, at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'email_changed', to: 'n***w@example.com', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'social_connected', channel: 'github', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'social_disconnected', channel: 'github', at: AT, place: 'DE', notMe: 'bGluaw' },
  ...(['passkey_added', 'passkey_removed', 'passkey_suspended'] as const).map(template => ({
    ...{ template, passkey: 'Work key', at: AT, place: 'DE', notMe: 'bGluaw' },
    ...{ application: 'Firefox (Linux)', platform: 'web-pc' },
  })),
  { template: 'machine_paired', machine: 'laser …000001', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'device_allowed', app: 'Cutter', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'factor_added', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'factor_removed', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'recovery_codes_renewed', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'recovery_code_used', left: 3, at: AT, place: 'DE', notMe: 'bGluaw' },
  ...(['factor_removal_started', 'factor_removal_reminder', 'factor_removal_ready'] as const).map(
    template => ({
      template,
      readyAt: AT + 604_800,
      at: AT,
      place: '',
      notMe: 'bGluaw',
    }),
  ),
  { template: 'factor_removal_stopped', at: AT, place: 'DE', notMe: 'bGluaw' },
  ...(['country', 'lost'] as const).map(purpose => ({
    ...({ template: 'login_code', code: '042917', at: AT, place: 'DE', notMe: 'bGluaw' } as const),
    purpose,
  })),
  { template: 'second_step_failed', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'machine_offered', machine: 'laser …ABCDEF', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'machine_transferred', machine: 'laser …ABCDEF', at: AT, place: 'DE', notMe: '' },
  { template: 'machine_requested', machine: 'laser …ABCDEF', at: AT, place: '', notMe: '' },
  { template: 'machine_assigned', machine: 'laser …ABCDEF', at: AT, place: '', notMe: '' },
  { template: 'machine_released', machine: 'laser …ABCDEF', at: AT, place: 'DE', notMe: 'bGluaw' },
  { template: 'machine_released', machine: 'laser', card: 'PP30GBQW0CR34', at: AT, place: '', notMe: '' },
  ...WORKSHOP_ACTS.map(act => ({
    ...({ template: 'workshop_act', about: 'laser', workshop: 'Attic', place: '', notMe: '' } as const),
    ...{ act, startsAt: AT + 172_800, at: AT },
  })),
  ...(['workshop_admin', 'workshop_left'] as const).map(template => ({
    ...{ template, about: 'Bo', workshop: 'Attic', at: AT, place: '', notMe: '' },
  })),
  { template: 'workshop_dissolved', workshop: 'Attic', at: AT, place: '', notMe: '' },
  { template: 'machine_card_shown', machine: 'laser …ABCDEF', at: AT, place: '', notMe: '' },
  { template: 'machine_card_used', machine: 'laser …ABCDEF', at: AT, place: 'DE', notMe: 'bGluaw' },
  {
    ...({ template: 'certificate_ending', course: 'Laser safety', date: '2027-05-14' } as const),
    ...{ machines: 'Big laser', at: AT, place: '', notMe: '' },
  },
  { template: 'account_deleted' },
  { template: 'account_deleted', cards: [{ machine: 'laser …ABCDEF', card: '0123456789ABC' }] },
  { template: 'operator_default_password', account: 'Acme-01' },
  { template: 'operator_sessions_ended', count: 3 },
  { template: 'operator_factor_removed' },
  { template: 'operator_deleted', cards: [{ machine: 'laser …ABCDEF', card: '0123456789ABC' }] },
  {
    template: 'new_device',
    notMe: 'bGluaw',
    at: AT,
    place: 'US:Austin',
    application: 'Firefox',
    platform: 'web-pc',
    ip: '203.0.113.9',
  },
]

let brandOf: BrandOf
let codes: string[]
beforeAll(async () => {
  const brands = await loadBrands()
  codes = [...brands.keys()]
  brandOf = code => {
    const found = brands.get(code) ?? brands.get('portal')
    if (!found) throw new Error('no default brand')
    return found
  }
})

const render = (content: MailContent, lang: Mail['lang'] = 'en', brand = 'portal') =>
  renderMail({ to: 'ada@example.com', lang, brand, content }, brandOf, HTTPS)

describe.each(['en', 'zh'] as const)('every mail in %s', lang => {
  test.each(CONTENTS)('$template $scene says the same as text and as HTML', content => {
    const { subject, text, html } = render(content, lang)
    const brand = brandOf('portal').brand.name[lang]
    expect(`${subject}${text}`).toContain(brand)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(/\p{Script=Han}/u.test(text)).toBe(lang === 'zh')
    const words = html
      .replace(/<style>[\s\S]*?<\/style>|<title>.*?<\/title>/g, '')
      .replace(/<\/span><span[^>]*>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'")
      .replace(/\s+/g, ' ')
    for (const line of text
      .split('\n')
      .filter(one => one.trim() && !/https?:|^-- |^.{1,30}(: |：)/.test(one)))
      expect(words).toContain(line.trim().replace(/[:：]$/, ''))
  })

  test('HTML has no tables, external resources or scripts, and supports dark mode', () => {
    for (const content of CONTENTS) {
      const { html, images } = render(content, lang)
      expect(html).not.toMatch(/<table|<script|<link|url\(|@import|@font-face| on\w+=/i)
      expect([...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src)).toEqual(
        images.map(({ cid }) => `cid:${cid}`),
      )
      expect(html.match(/<a class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1)
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
      expect(html).toContain('@media (prefers-color-scheme:dark)')
      expect(html).toContain(`lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"`)
    }
  })
})

test('the code is in the subject, on its own line of the text, and copied from the HTML without spaces', () => {
  const { subject, text, html } = render({ template: 'code', code: '042917', scene: 'login', minutes: 10 })
  expect(subject).toContain('042917')
  expect(text).toMatch(/^\s*042917$/m)
  expect(html).toMatch(/>042<\/span><span style="margin-left:\.4em">917</)
  expect(text).toContain('10 minutes')
})

test('a code for a signed-in action warns that someone may have access to the account', () => {
  const said = (scene: string) => render({ template: 'code', code: '042917', scene, minutes: 10 }).text
  expect(said('delete')).toContain('someone else may be logged in')
  expect(said('login')).toContain('ignore this email')
  expect(said('a scene of a later version')).toContain('042917')
})

test('links lead only to the configured public URL', () => {
  for (const content of CONTENTS)
    for (const code of codes) {
      const { html } = render(content, 'zh', code)
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
        if (href === brandOf(code).brand.helpUrl) continue
        expect(new URL(href.replaceAll('&amp;', '&')).origin).toBe(HTTPS.origin)
        expect(href).toContain(`/zh/`)
      }
    }
})

test('uses the name and color of the brand, or of the default brand if it is unknown', () => {
  for (const code of codes) {
    const { html, subject } = render({ template: 'no_account' }, 'en', code)
    const { name, colors } = brandOf(code).brand
    expect(subject).toContain(name.en)
    expect(html).toContain(colors.light.accent)
    expect(html).toContain(colors.dark.accent)
  }
  expect(render({ template: 'no_account' }, 'en', 'nobody').subject).toContain(
    brandOf('portal').brand.name.en,
  )
})

test('external values stay plain text on one line', () => {
  const evil = '<img src=x onerror=alert(1)>"\'\r\nBcc: x@y.z\u202e'
  const { subject, text, html } = render({
    template: 'new_device',
    notMe: 'bGluaw',
    at: AT,
    place: evil,
    application: evil,
    platform: evil,
    ip: evil,
  })
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(`${subject}${text}${html}`).not.toContain('\u202e')
  expect(text).not.toMatch(/^Bcc:/m)
})

test('formats sign-in details for the language', () => {
  const content: MailContent = {
    template: 'new_device',
    notMe: 'bGluaw',
    at: AT,
    place: 'US:Austin',
    application: 'Firefox',
    platform: 'web-mobile',
    ip: '203.0.113.9',
  }
  const en = render(content).text
  expect(en).toContain('May 17, 2026')
  expect(en).toContain('Austin, United States')
  expect(en).toContain('Firefox · Mobile browser')
  const zh = render(content, 'zh').text
  expect(zh).toContain('2026年5月17日')
  expect(zh).toContain('美国 Austin')
  expect(zh).toContain('Firefox · 手机浏览器')
})

test('leaves out an unknown place and names the time zone', () => {
  const textOf = (timeZone: string, lang: Mail['lang'] = 'en') =>
    render({ template: 'password_reset', at: AT, place: '', timeZone, notMe: 'bGluaw' }, lang).text
  expect(textOf('')).not.toContain('Place')
  expect(textOf('')).toMatch(/Time: May 17, 2026 at 8:05\sAM \(UTC\)/)
  expect(textOf('Europe/Berlin')).toMatch(/10:05\sAM \(GMT\+2\)/)
  expect(textOf('Asia/Shanghai', 'zh')).toContain('2026年5月17日 16:05 (GMT+8)')
  expect(textOf('Mars/Olympus')).toContain('UTC')
})

test('a mail about a passkey names it, the device and the place, and leaves out what is unknown', () => {
  const textOf = (passkey: string, device: { application?: string; platform?: string }) =>
    render({ template: 'passkey_added', passkey, at: AT, place: 'DE', notMe: 'bGluaw', ...device }).text
  const named = textOf('Work key', { application: 'Firefox (Linux)', platform: 'web-pc' })
  expect(named).toContain('Passkey: Work key')
  expect(named).toContain('Device: Firefox (Linux) · Browser')
  expect(named).toContain('Place: Germany')
  const unnamed = textOf('', {})
  expect(unnamed).not.toContain('Passkey:')
  expect(unnamed).not.toContain('Device:')
})

test('shows the display name of a provider', () => {
  const textOf = (channel: string, lang: Mail['lang']) =>
    render({ template: 'social_connected', channel, at: AT, place: '', notMe: 'bGluaw' }, lang).text
  expect(textOf('github', 'en')).toContain('with GitHub')
  expect(textOf('wechat', 'zh')).toContain('微信')
  expect(textOf('demo', 'en')).toContain('with Demo')
})
