interface Policies {
  readonly defaultPolicy: unknown
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * The page's policy turns no text into script or markup. A worker's address is such a text: the one exception, and
 * only for this origin.
 */
export function allowSameOriginWorkers(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url
      throw new TypeError('a script of another origin')
    },
  })
}
