/**
 * The unit tests share processes, because a process of its own costs a file more than its tests. Each file still starts with
 * modules, globals and timers that no other file has changed.
 */
import { vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()
