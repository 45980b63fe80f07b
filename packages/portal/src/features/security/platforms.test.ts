import { SYSTEMS } from '@kerf/contract/portal-url'
import { describe, expect, it } from 'vitest'
import { providerName } from '../../ui/provider-mark/provider-name.ts'
import { PLATFORMS, shortSessionId } from './platforms.tsx'

describe('names', () => {
  it('of platforms are those of the specification', () => {
    expect(SYSTEMS.map(system => PLATFORMS[system].name())).toEqual([
      'Client',
      'Tablet',
      'Application',
      'Browser',
      'Mobile browser',
      'Tablet browser',
      'Embedded system',
    ])
  })

  it('of channels are those people know; an unknown one is called by its code', () => {
    expect(['google', 'github', 'wechat', 'demo'].map(providerName)).toEqual([
      'Google',
      'GitHub',
      'WeChat',
      'Demo',
    ])
    expect(providerName('constructor')).toBe('Constructor')
  })

  it('of sessions are short', () => {
    expect(shortSessionId('LCJ71dszAbCdEfGh')).toBe('LCJ71dsz')
  })
})
