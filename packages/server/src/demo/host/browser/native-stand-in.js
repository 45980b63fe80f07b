/** Simulates the native bridge of an app's web view in a normal window, as described in docs/native-bridge.md. */
{
  const kind = new URL(document.currentScript.src).search.slice(1)
  const ENVELOPE = { source: 'kerf-host', version: 1 }
  const received = {
    canvas: [],
    album: [],
    files: [],
    gcode: [],
    storage: [],
    called: [],
    closed: [],
    account: [],
    events: [],
  }
  const show = (place, value) => {
    received[place].push(value)
    window.opener?.postMessage({ demo: place, value }, location.origin)
  }
  window.kerfPhone = received
  let session
  let seq = 0
  const send = message => window.KerfPortal?.receive(JSON.stringify({ ...ENVELOPE, ...message }))
  const sendInSession = message => send({ session, seq: seq++, ...message })
  window.kerfTell = sendInSession

  const hostSide = import('/dev/host/host-side.js').then(({ createHostSide, CALLS }) => ({
    CALLS,
    answer: createHostSide({
      show,
      answers: () => localStorage.getItem('kerfAnswers') ?? 'answered',
      version: () => new URLSearchParams(location.search).get('av') ?? '',
      system: 'mobile',
    }),
  }))

  async function receive(text) {
    const message = JSON.parse(text)
    const { CALLS, answer } = await hostSide
    if (message.type === 'ready' && message.nonce === undefined) {
      const nonce = crypto.randomUUID()
      send({ type: 'hello', nonce, calls: CALLS })
    } else if (message.type === 'ready') session = message.session
    else if (message.type === 'call') {
      const reply = await answer(message.method, message.input)
      if (reply) sendInSession({ type: 'answer', id: message.id, ...reply })
      return
    }
    show('events', message)
  }

  const bridge = { postMessage: text => void receive(text) }
  if (kind === 'webkit') window.webkit = { messageHandlers: { KerfBridge: bridge } }
  else window.KerfBridge = bridge
}
