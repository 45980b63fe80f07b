import { expect, test } from 'vitest'
import { protectedResource } from './index.ts'

const portal = 'https://passport.kerf.example'

test.each([
  ['https://mcp.example', '/.well-known/oauth-protected-resource', 'https://mcp.example/'],
  ['https://mcp.example/', '/.well-known/oauth-protected-resource', 'https://mcp.example/'],
  ['https://mcp.example/v1', '/.well-known/oauth-protected-resource/v1', 'https://mcp.example/v1'],
  ['https://mcp.example/v1/', '/.well-known/oauth-protected-resource/v1', 'https://mcp.example/v1/'],
])('%s has its metadata at %s', (resource, path, written) => {
  const api = protectedResource({ portal, resource })
  expect(api.path).toBe(path)
  expect(api.metadata.resource).toBe(written)
})

test('the metadata name the portal as the authorization server, and only what is known', () => {
  const words = { scopes: ['jobs:read'], name: 'Jobs', documentation: 'https://docs.example/' }
  const least = {
    ...{ resource: 'https://mcp.example/', authorization_servers: [portal] },
    bearer_methods_supported: ['header'],
  }
  expect(protectedResource({ portal, resource: 'https://mcp.example' }).metadata).toEqual(least)
  expect(
    protectedResource({ portal: `${portal}/en/`, resource: 'https://mcp.example', ...words }).metadata,
  ).toEqual({
    ...least,
    scopes_supported: ['jobs:read'],
    ...{ resource_name: 'Jobs', resource_documentation: 'https://docs.example/' },
  })
})

test('a challenge leads to the metadata', () => {
  const { challenge } = protectedResource({ portal, resource: 'https://mcp.example/v1' })
  const metadata = 'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/v1"'
  expect(challenge()).toBe(`Bearer ${metadata}`)
  expect(challenge({ error: 'insufficient_scope', scope: 'jobs:read jobs:write' })).toBe(
    `Bearer ${metadata}, error="insufficient_scope", scope="jobs:read jobs:write"`,
  )
  expect(() => challenge({ scope: 'a"\r\nset-cookie: x' })).toThrow('scope has a character')
})

test.each(['http://mcp.example/', 'https://mcp.example/?x=1', 'https://mcp.example/#x', 'mcp'])(
  'refuses the resource %s',
  resource => {
    expect(() => protectedResource({ portal, resource })).toThrow(TypeError)
  },
)

test('http is allowed on this machine', () => {
  const { metadata } = protectedResource({
    portal: 'http://localhost:8080',
    resource: 'http://127.0.0.1:3000/mcp',
  })
  expect(metadata.authorization_servers).toEqual(['http://localhost:8080'])
})
