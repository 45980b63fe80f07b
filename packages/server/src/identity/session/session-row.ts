/** A live session and what every call needs of its account. Times are unix seconds. */
export interface SessionRow {
  /** where its token stands among those asked for, from 1 */
  readonly place: number
  readonly uid: string
  readonly handle: string
  readonly remember: boolean
  /** seconds since who sits there last proved it, by the database's clock */
  readonly proof_age: number
  /** seconds since it was last seen */
  readonly idle: number
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly nickname: string
  readonly headpic: string
  readonly country: string
  readonly region: string
  readonly enterprise_id: string | null
  /** still the password an operator gave it */
  readonly default_password: boolean
  /** … and the change can no longer be put off (D-7) */
  readonly must_change: boolean
}
