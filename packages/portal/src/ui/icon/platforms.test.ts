import { SYSTEMS } from '@kerf/contract/portal-url'
import { describe, expect, it } from 'vitest'
import { providerName } from '../../parts/social/provider-name.ts'
import { deviceIcon, PLATFORMS, shortSessionId } from './platforms.tsx'

describe('platforms and channels', () => {
  it('names each platform', () => {
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

  it('names known channels and capitalizes unknown ones', () => {
    expect(['google', 'github', 'wechat', 'demo'].map(providerName)).toEqual([
      'Google',
      'GitHub',
      'WeChat',
      'Demo',
    ])
    expect(providerName('constructor')).toBe('Constructor')
  })

  it('knows the system of a browser, and otherwise the kind of device', () => {
    expect(deviceIcon('web-pc', 'Chrome (macOS)')).not.toBe(PLATFORMS['web-pc'].Icon)
    expect(deviceIcon('web-pc', 'Chrome (constructor)')).toBe(PLATFORMS['web-pc'].Icon)
    expect(deviceIcon('web-pc', 'Safari (iOS)')).toBe(PLATFORMS.mobile.Icon)
    expect(deviceIcon('mobile', '')).toBe(PLATFORMS.mobile.Icon)
  })

  it('shortens session IDs', () => {
    expect(shortSessionId('LCJ71dszAbCdEfGh')).toBe('LCJ71dsz')
  })
})
