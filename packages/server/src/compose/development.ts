import type { Config } from '../platform/config/config.ts'

/** The development tools, or undefined in production. This import() is the only one of `demo/` (S-128). */
export const loadDevelopment = async (config: Pick<Config, 'production'>) =>
  config.production ? undefined : import('../demo/index.ts')
