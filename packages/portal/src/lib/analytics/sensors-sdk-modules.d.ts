/** Types of the parts that are used. The library has none for these builds. */
interface SensorsRecord {
  readonly type: string
  readonly event?: string
  properties?: Record<string, unknown>
}

interface SensorsContext {
  readonly cancellationToken: { stop(): void }
}

interface Sensors {
  init(options: object): void
  use(plugin: object | string, options?: object): unknown
  quick(name: 'autoTrack'): void
  track(event: string, properties?: object): void
  login(id: string): void
  logout(): void
  registerPage(properties: object): void
  registerInterceptor(stage: string, steps: object): void
  disableSDK(): void
  enableSDK(): void
  readonly _: {
    readonly cookie: { set(name: string, value: string, days?: number, ...more: unknown[]): void }
  }
}

declare module 'sa-sdk-javascript/dist/v2/sensorsdata.es6.js' {
  const sensors: Sensors
  // biome-ignore lint/style/noDefaultExport: the library has a default export
  export default sensors
}

declare module 'sa-sdk-javascript/dist/web/plugin/*/index.es6.js' {
  const plugin: object
  // biome-ignore lint/style/noDefaultExport: the library has a default export
  export default plugin
}
