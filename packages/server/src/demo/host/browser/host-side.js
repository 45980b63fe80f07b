/**
 * What an app does when the portal asks: every native call. `show(place, value)` lets the page draw it; `answers()` says
 * how the app is just now: 'answered', 'refused', 'failed', 'silent', 'nonsense' or 'unsupported'.
 */

export const CALLS = [
  'app.version',
  'device.info',
  'module.status',
  'login.open',
  'token.update',
  'storage.save',
  'storage.get',
  'file.share',
  'file.open',
  'album.save',
  'canvas.import',
  'gcode.generate',
  'gcode.process',
  'view.close',
]

const dataAddress = ({ type, data, url }) => url ?? `data:${type};base64,${data}`

export function createHostSide({ show, answers, version, system }) {
  const storage = new Map()
  const file = place => input => {
    show(place, { name: input.name, address: dataAddress(input) })
    return {}
  }
  const deeds = {
    'app.version': () => ({ version: version() }),
    'device.info': () => ({
      system,
      os: navigator.platform || 'unknown',
      model: 'Demo host',
      machines: [{ name: 'Kerf 20', model: 'K20', connected: true }],
    }),
    'module.status': () => ({ installed: true, version: '2.4.1', latest: '2.4.1' }),
    // Shows the call; a real app has the provider's own library behind it. The demo provider has none.
    'login.open': ({ channel }) =>
      channel === 'demo' ? undefined : { cid: 'demo-host', token: `demo-${channel}-token` },
    'token.update': () => {
      show('account', 'has a new token')
      return {}
    },
    'storage.save': ({ key, value }) => {
      storage.set(key, value)
      show('storage', Object.fromEntries(storage))
      return {}
    },
    'storage.get': ({ key }) => ({ value: storage.get(key) ?? null }),
    'file.share': file('files'),
    'file.open': file('files'),
    'album.save': file('album'),
    'canvas.import': file('canvas'),
    // A frame around the artwork: enough to see that it came through.
    'gcode.generate': ({ name }) => ({
      name: `${name}.gcode`,
      gcode: [
        '; demo',
        'G21',
        'G90',
        'M4 S200',
        'G1 X40 Y0 F1200',
        'G1 X40 Y40',
        'G1 X0 Y40',
        'G1 X0 Y0',
        'M5',
      ].join('\n'),
    }),
    'gcode.process': ({ name, gcode }) => {
      show('gcode', `${name}\n${gcode}`)
      return {}
    },
    'view.close': () => {
      show('closed', true)
      return {}
    },
  }

  /** The answer without its head; undefined: none is given. */
  return async function answer(method, input) {
    show('called', method)
    switch (answers()) {
      case 'refused':
        return { ok: false, reason: 'refused', text: 'The person said no.' }
      case 'failed':
        return { ok: false, reason: 'failed', text: 'The disk is full.' }
      case 'unsupported':
        return { ok: false, reason: 'unsupported' }
      case 'nonsense':
        return { ok: true, value: 'nonsense' }
      case 'silent':
        return undefined
      default: {
        const deed = deeds[method]
        const value = await deed?.(input)
        return value ? { ok: true, value } : { ok: false, reason: 'unsupported' }
      }
    }
  }
}
