/** The package has types for its index only. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  // biome-ignore lint/style/noDefaultExport: the module is CommonJS, which Node imports as the default
  export { RateLimiterMemory as default } from 'rate-limiter-flexible'
}
