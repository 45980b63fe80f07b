/** The proxies that deploy/ recommends serve HTTPS as documented (P-37): HAProxy by its address, nginx by its file. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { findFreePort } from '../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { createInstallation, createTemporaryFolder } from '../harness/installation.ts'
import { startServer } from '../harness/server-process.ts'
import { type Drill, type Finding, violations } from './drill.ts'
import { requireProgram, startDaemon } from './topology/daemon.ts'
import { startPortalProxy } from './topology/haproxy.ts'
import { waitUntilReady } from './topology/nodes.ts'

const HOST = 'passport.example.com'
const NGINX = new URL('../../deploy/nginx/kerf-passport.conf', import.meta.url)
const BUSY_PAGE = new URL('../../deploy/busy.html', import.meta.url).pathname
const READY_TIMEOUT_MS = 20_000

interface Answer {
  /** 0: no answer */
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

function createCertificate(folder: string): {
  readonly key: string
  readonly crt: string
  readonly pem: string
} {
  // A hyphen in the name: it once ended HAProxy's address.
  const [key, crt, pem] = ['portal-tls.key', 'portal-tls.crt', 'portal-tls.pem'].map(name =>
    join(folder, name),
  )
  if (!key || !crt || !pem) throw new Error('no names')
  execFileSync(
    requireProgram('openssl', 'openssl'),
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-keyout', key, '-out', crt, '-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`],
    ],
    { stdio: 'ignore' },
  )
  writeFileSync(pem, readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 })
  return { key, crt, pem }
}

/** As a browser: the certificate must be of the host. */
const get = (port: number, ca: Buffer, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise(resolve => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        servername: HOST,
        ca,
        headers: { host: HOST, ...headers },
        agent: false,
      },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    outgoing.on('error', error => resolve({ status: 0, headers: {}, text: error.message }))
    outgoing.end()
  })

/** Whether the proxy closes an idle connection before the time that it announces: a request sent then gets no answer. */
const closesEarly = (port: number, ca: Buffer): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, servername: HOST, ca }, () =>
      socket.write(`GET /readyz HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`),
    )
    socket.on('error', () => resolve(true)).on('close', () => resolve(true))
    socket.once('data', (answer: Buffer) => {
      const [, seconds = '0'] = /^keep-alive: timeout=(\d+)/im.exec(answer.toString()) ?? []
      setTimeout(() => {
        resolve(false)
        socket.destroy()
      }, Number(seconds) * 1_000)
    })
  })

/**
 * After this time HAProxy has marked the absent server as down. A call whose connection to that server is refused at that very moment ends
 * with 502 and is not tried at the other server (`on-marked-down shutdown-sessions`).
 */
const ABSENT_KNOWN_MS = 3_000

async function untilServed(port: number, ca: Buffer): Promise<void> {
  const until = performance.now() + READY_TIMEOUT_MS
  while ((await get(port, ca, '/readyz')).status !== 200 && performance.now() < until) await sleep(100)
}

async function startNginx(
  folder: string,
  { server, plain, files }: { server: number; plain: number; files: { key: string; crt: string } },
): Promise<number> {
  const port = await findFreePort()
  const site = readFileSync(NGINX, 'utf8')
    .replace('server 127.0.0.1:8080', `server 127.0.0.1:${server}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/ +listen \[::\].*\n/g, '')
    .replace('/etc/ssl/kerf-passport/portal.crt', files.crt)
    .replace('/etc/ssl/kerf-passport/portal.key', files.key)
    .replace('/opt/kerf-passport/deploy/busy.html', BUSY_PAGE)
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events {} http { access_log off; include ${folder}/site.conf; }`,
  )
  startDaemon(requireProgram('nginx', 'nginx-light'), ['-c', join(folder, 'nginx.conf'), '-p', folder])
  return port
}

export const drill: Drill = {
  title: 'HAProxy and nginx with a certificate, as deploy/ and the documents configure them',
  promises: ['P-37'],
  async run({ keep }) {
    const folder = createTemporaryFolder()
    const files = createCertificate(folder)
    const ca = readFileSync(files.crt)
    const installation = await createInstallation()
    const server = await startServer({ ...installation.env, PUBLIC_URL: `https://${HOST}` })
    const serverPort = Number(new URL(server.url).port)
    await waitUntilReady(`http://127.0.0.1:${serverPort}`)
    const absent = await findFreePort()
    const redirects = { HAProxy: await findFreePort(), nginx: await findFreePort() }
    const haproxy = await startPortalProxy(
      [`127.0.0.1:${serverPort}`, `127.0.0.1:${absent}`],
      `ssl crt ${files.pem}`,
      redirects.HAProxy,
    )
    const nginx = await startNginx(folder, { server: serverPort, plain: redirects.nginx, files })
    const ports = { HAProxy: Number(new URL(haproxy.url).port), nginx }
    const findings: Finding[] = []
    const expectations = async (name: string, port: number): Promise<void> => {
      await untilServed(port, ca)
      const login = await get(port, ca, '/en/login', { accept: 'text/html' })
      const call = await get(port, ca, '/v1/user/basic', { utoken: 'A'.repeat(43) })
      const spoofed = await get(port, ca, '/v1/user/basic', { 'x-forwarded-for': '203.0.113.9' })
      const http = await fetch(`http://127.0.0.1:${port}/en/login`, { redirect: 'manual' }).then(
        ({ status }) => status,
        () => 0,
      )
      keep(name, { login: login.status, call, http })
      findings.push(
        violations(
          'P-37',
          `${name}: login page over HTTPS fails`,
          login.status === 200 ? 0 : 1,
          `${login.status} ${login.status === 0 ? login.text : ''}`,
        ),
        violations(
          'P-37',
          `${name}: not one Strict-Transport-Security`,
          /^[^,]+$/.test(`${login.headers['strict-transport-security'] ?? ','}`) ? 0 : 1,
        ),
        violations(
          'P-37',
          `${name}: call without a session is not 20101`,
          JSON.parse(call.text).code === 20_101 ? 0 : 1,
        ),
        violations(
          'P-37',
          `${name}: call with a false address fails`,
          spoofed.status < 500 && spoofed.status > 0 ? 0 : 1,
        ),
        violations(
          'P-37',
          `${name}: the port answers plain HTTP with a page`,
          http === 200 ? 1 : 0,
          `${http}`,
        ),
      )
    }
    await untilServed(ports.HAProxy, ca)
    await sleep(ABSENT_KNOWN_MS)
    for (const [name, port] of Object.entries(ports)) await expectations(name, port)
    await Promise.all(
      Object.entries(ports).map(async ([name, port]) => {
        const early = await closesEarly(port, ca)
        findings.push(
          violations('P-37', `${name}: an idle connection ends before its announced time`, early ? 1 : 0),
        )
      }),
    )
    for (const [name, port] of Object.entries(redirects)) {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}/en/login`, { redirect: 'manual' })
      const location = headers.get('location') ?? ''
      // nginx leaves out the port of http.
      const isRedirect = status === 308 && /^https:\/\/127\.0\.0\.1(?::\d+)?\/en\/login$/.test(location)
      const note = `${status} ${location}`
      findings.push(violations('P-37', `${name}: HTTP is not redirected`, isRedirect ? 0 : 1, note))
    }
    await server.stop()
    await sleep(4_000)
    for (const [name, port] of Object.entries(ports)) {
      const page = await get(port, ca, '/en/login', { accept: 'text/html' })
      const call = await get(port, ca, '/v1/user/basic', { accept: 'application/json' })
      const isPage =
        page.status === 503 && page.text.includes('<html') && page.headers['retry-after'] !== undefined
      const isEnvelope =
        call.status === 503 && call.text.includes('"code":20901') && call.headers['retry-after'] !== undefined
      findings.push(
        violations(
          'P-37',
          `${name}: no page of its own while no server answers`,
          isPage ? 0 : 1,
          `${page.status}`,
        ),
        violations(
          'P-37',
          `${name}: no 503 with 20901 and Retry-After while no server answers`,
          isEnvelope ? 0 : 1,
          `${call.status}`,
        ),
      )
    }
    return findings
  },
}
