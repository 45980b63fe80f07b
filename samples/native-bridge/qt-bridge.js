// Injected after qwebchannel.js, before the scripts of each page. The channel opens asynchronously, but the portal looks for
// `KerfBridge` when it starts: texts that it posts before the channel is open wait in a queue.
;(() => {
  if (window.top !== window) return
  const listeners = []
  let waiting = []
  let host
  window.KerfBridge = {
    postMessage(text) {
      if (host) host.receive(text)
      else waiting.push(text)
    },
    addEventListener(type, listener) {
      if (type === 'message') listeners.push(listener)
    },
  }
  new QWebChannel(qt.webChannelTransport, channel => {
    host = channel.objects.kerf
    host.message.connect(text => {
      for (const listener of listeners) listener({ data: text })
    })
    for (const text of waiting) host.receive(text)
    waiting = []
  })
})()
