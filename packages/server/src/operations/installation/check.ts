/** Result of a check of an installation. */
export interface Check {
  readonly name: string
  /** `failed`: a server would not start or not serve; `skipped`: could not be checked */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
}
