// Installs what `npm run engines` needs, outside the workspace: the remote control and the compatibility data from the package
// registry, and, as root on Debian, the engines themselves.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const TOOLS = { 'puppeteer-core': '25.16.0', '@mdn/browser-compat-data': '8.1.9' }

const DEBIAN_PACKAGES = [
  'firefox-esr',
  'python3-pyqt6.qtwebengine',
  'python3-pyqt6.qtwebchannel',
  'python3-pyqt5.qtwebengine',
  'python3-pyqt5.qtwebchannel',
  'python3-wxgtk-webview4.0',
  'gir1.2-webkit2-4.1',
  'webkit2gtk-driver',
  'python3-gi',
  'xvfb',
  'fonts-noto-cjk',
]

const call = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 2, 2], ...options })

/** `tools`: folder of the packages and of further Firefox versions. */
export function installEngines(tools) {
  mkdirSync(tools, { recursive: true })
  writeFileSync(`${tools}/package.json`, JSON.stringify({ private: true, dependencies: TOOLS }))
  call('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tools })
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    console.error('Engines are installed only as root on Debian; those of this machine are used.')
    return
  }
  call('apt-get', ['update', '-qq'])
  installPackages()
  unpackOtherFirefox(tools)
}

/** Another version of Debian may lack some of the packages. The others are installed nevertheless. */
function installPackages() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = names =>
    call('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...names], { env })
  try {
    install(DEBIAN_PACKAGES)
  } catch {
    for (const name of DEBIAN_PACKAGES)
      try {
        install([name])
      } catch {
        console.error(`${name} could not be installed; the engine that needs it is skipped.`)
      }
  }
}

/** Debian carries a version of Firefox ESR in its release and a newer one in its security updates. One of them is installed. */
function unpackOtherFirefox(tools) {
  const read = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' })
  const installed = existsSync('/usr/bin/firefox-esr')
    ? read('dpkg-query', '-Wf', `\${Version}`, 'firefox-esr')
    : ''
  const lines = read('apt-cache', 'madison', 'firefox-esr').split('\n')
  const versions = new Set(lines.flatMap(line => line.split('|')[1]?.trim() || []))
  versions.delete(installed)
  for (const version of versions) {
    const folder = `${tools}/firefox-${version.split('esr')[0]}`
    if (existsSync(`${folder}/usr/lib/firefox-esr/firefox-esr`)) continue
    // Renamed when it is complete: an interrupted download must not count as installed.
    const unfinished = mkdtempSync(`${tools}/unfinished-`)
    try {
      call('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', `firefox-esr=${version}`], {
        cwd: unfinished,
      })
      for (const file of readdirSync(unfinished)) {
        call('dpkg', ['-x', file, '.'], { cwd: unfinished })
        rmSync(`${unfinished}/${file}`)
      }
      rmSync(folder, { recursive: true, force: true })
      renameSync(unfinished, folder)
    } catch {
      console.error(`Firefox ESR ${version} could not be unpacked; it is skipped.`)
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
}
