// Installs what `npm run engines` needs, outside the workspace: the remote control and the compatibility data from the package
// registry, and, as root on Debian, the engines themselves.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'

const TOOLS = { 'puppeteer-core': '25.16.0', '@mdn/browser-compat-data': '8.1.9' }

const DEBIAN_PACKAGES = [
  'firefox-esr',
  'python3-pyqt6.qtwebengine',
  'python3-pyqt5.qtwebengine',
  'gir1.2-webkit2-4.1',
  'webkit2gtk-driver',
  'python3-gi',
  'xvfb',
  'xauth',
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
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  call('apt-get', ['update', '-qq'])
  call('apt-get', ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES], { env })
  unpackOtherFirefox(tools)
}

/** Debian carries a version of Firefox ESR in its release and a newer one in its security updates. */
function unpackOtherFirefox(tools) {
  const policy = execFileSync('apt-cache', ['madison', 'firefox-esr'], { encoding: 'utf8' })
  const versions = [...new Set(policy.split('\n').flatMap(line => line.split('|')[1]?.trim() || []))]
  for (const version of versions.slice(1)) {
    const folder = `${tools}/firefox-${version.split('esr')[0]}`
    if (existsSync(folder)) continue
    mkdirSync(folder)
    call('apt-get', ['download', `firefox-esr=${version}`], { cwd: folder })
    for (const file of readdirSync(folder).filter(name => name.endsWith('.deb'))) {
      call('dpkg', ['-x', file, '.'], { cwd: folder })
      rmSync(`${folder}/${file}`)
    }
  }
}
