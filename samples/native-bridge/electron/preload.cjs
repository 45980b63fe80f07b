// Reviewed, not run. Exposes texts only: no function of Electron reaches the page.
const { contextBridge, ipcRenderer } = require('electron')

if (process.isMainFrame)
  contextBridge.exposeInMainWorld('KerfBridge', {
    postMessage: text => ipcRenderer.send('kerf', String(text)),
    addEventListener(type, listener) {
      if (type === 'message') ipcRenderer.on('kerf', (_event, text) => listener({ data: text }))
    },
  })
