/** Counts user actions for `/metrics`, by app and outcome. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Applies to routes that are added later. `actions`: by path. `appOf` returns the code of a known app. */
export function countActions(
  http: FastifyInstance,
  actions: ReadonlyMap<string, string>,
  appOf: (request: FastifyRequest) => string,
  count: (action: string, app: string, outcome: 'ok' | 'refused' | 'failed') => void,
): void {
  http.addHook('onRoute', route => {
    const action = actions.get(route.url)
    if (action === undefined) return
    route.onResponse = (request, { statusCode }, done) => {
      count(action, appOf(request), statusCode < 400 ? 'ok' : statusCode < 500 ? 'refused' : 'failed')
      done()
    }
  })
}
