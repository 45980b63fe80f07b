/**
 * Implements every native call of a host app. `show(place, value)` displays the effect of a call. `answers()` returns the
 * simulated outcome: 'answered', 'refused', 'failed', 'silent', 'nonsense' or 'unsupported'.
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

const dataUrl = ({ type, data, url }) => url ?? `data:${type};base64,${data}`

export function createHostSide({ show, answers, version, system }) {
  const storage = new Map()
  const file = place => input => {
    show(place, { name: input.name, address: dataUrl(input) })
    return {}
  }
  const handlers = {
    'app.version': () => ({ version: version() }),
    'device.info': () => ({
      system,
      os: navigator.platform || 'unknown',
      model: 'Demo host',
      machines: [{ name: 'Kerf 20', model: 'K20', connected: true }],
    }),
    'module.status': () => ({ installed: true, version: '2.4.1', latest: '2.4.1' }),
    // A real app calls the provider's SDK. The demo provider has none.
    'login.open': ({ channel }) =>
      channel === 'demo' ? undefined : { cid: 'demo-host', token: `demo-${channel}-token` },
    'token.update': () => {
      show('account', 'newToken')
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
    // Returns a frame around the artwork.
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

  /** Returns the reply without its envelope, or undefined for no reply. */
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
        const handler = handlers[method]
        const value = await handler?.(input)
        return value ? { ok: true, value } : { ok: false, reason: 'unsupported' }
      }
    }
  }
}
