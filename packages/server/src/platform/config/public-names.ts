/**
 * In development the product answers at a second name besides `localhost`, one that has a parent to share a cookie
 * under: the sample apps show single sign-on with it. Each visit is served as the name it came by.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

const PARENT = 'kerf.localhost'
export const SECOND_NAME = `passport.${PARENT}`

/** Of an installation whose own address is not `localhost` there is one name. */
const hasSecondName = ({ production, publicUrl }: Config): boolean => !production && publicUrl === undefined

export interface PublicNames {
  /** the product's own address, as the present visit knows it */
  publicUrl(): URL
  /** parent domain of the cookie; undefined for the host itself */
  cookieDomain(): string | undefined
  /** every address it answers at */
  all(): readonly URL[]
  watch(http: FastifyInstance): void
}

export function createPublicNames(config: Config, main: () => URL): PublicNames {
  const visit = new AsyncLocalStorage<true>()
  const second = (): URL => {
    const url = new URL(main())
    url.hostname = SECOND_NAME
    return url
  }
  const isSecond = (): boolean => visit.getStore() === true
  return {
    publicUrl: () => (isSecond() ? second() : main()),
    cookieDomain: () => (isSecond() ? PARENT : config.cookieDomain),
    all: () => (hasSecondName(config) ? [main(), second()] : [main()]),
    watch(http) {
      if (!hasSecondName(config)) return
      const enter = (request: { hostname: string }, _: unknown, done: () => void): void => {
        if (request.hostname === SECOND_NAME) visit.run(true, done)
        else done()
      }
      // Reading a body leaves the context that was entered first.
      http.addHook('onRequest', enter).addHook('preValidation', enter)
    },
  }
}
