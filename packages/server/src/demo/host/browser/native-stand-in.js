/** Makes a page believe that it is inside an app's web view: the app's half of the native bridge, as in docs/embedding. */
{
  const kind = new URL(document.currentScript.src).search.slice(1)
  const said = { source: 'kerf-host', version: 1 }
  const kept = {
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
    kept[place].push(value)
    window.opener?.postMessage({ demo: place, value }, location.origin)
  }
  window.kerfPhone = kept
  let session
  let seq = 0
  const tell = message => window.KerfPortal?.receive(JSON.stringify({ ...said, ...message }))
  const tellInSession = message => tell({ session, seq: seq++, ...message })
  window.kerfTell = tellInSession

  const side = import('/dev/host/host-side.js').then(({ createHostSide, CALLS }) => ({
    CALLS,
    answer: createHostSide({
      show,
      answers: () => localStorage.getItem('kerfAnswers') ?? 'answered',
      version: () => new URLSearchParams(location.search).get('av') ?? '',
      system: 'mobile',
    }),
  }))

  async function hear(text) {
    const message = JSON.parse(text)
    const { CALLS, answer } = await side
    if (message.type === 'ready' && message.nonce === undefined) {
      const nonce = crypto.randomUUID()
      tell({ type: 'hello', nonce, calls: CALLS })
    } else if (message.type === 'ready') session = message.session
    else if (message.type === 'call') {
      const given = await answer(message.method, message.input)
      if (given) tellInSession({ type: 'answer', id: message.id, ...given })
      return
    }
    show('events', message)
  }

  const bridge = { postMessage: text => void hear(text) }
  if (kind === 'webkit') window.webkit = { messageHandlers: { KerfBridge: bridge } }
  else window.KerfBridge = bridge
}
