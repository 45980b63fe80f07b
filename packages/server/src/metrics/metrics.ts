export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void
  render(): Promise<string>
}
export const createMetrics = (): Metrics => ({ observeRequest() {}, render: async () => '' })
