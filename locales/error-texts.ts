/** Text of every error of the catalog. An error without an English and a Chinese text does not compile. */
import type { ErrorKey } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'

type Locale = 'en' | 'zh'
type Text = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string

export const ERROR_TEXTS = {
  bad_request: m.error_bad_request,
  expired_login: m.error_expired_login,
  authority: m.error_authority,
  restricted: m.error_restricted,
  account_ban: m.error_account_ban,
  ip_ban: m.error_ip_ban,
  proof_required: m.error_proof_required,
  incorrect_account: m.error_incorrect_account,
  incorrect_password: m.error_incorrect_password,
  no_account: m.error_no_account,
  email_no_account: m.error_email_no_account,
  has_account: m.error_has_account,
  email_has_taken: m.error_email_has_taken,
  invalid_email: m.error_invalid_email,
  password_inconsistency: m.error_password_inconsistency,
  password_too_common: m.error_password_too_common,
  information_out: m.error_information_out,
  incorrect_code: m.error_incorrect_code,
  captcha_frequency: m.error_captcha_frequency,
  code_expired: m.error_code_expired,
  human_verification_required: m.error_human_verification_required,
  human_verification_failed: m.error_human_verification_failed,
  expired: m.error_expired,
  invalid_redemption_code: m.error_invalid_redemption_code,
  expired_redemption_code: m.error_expired_redemption_code,
  used_redemption_code: m.error_used_redemption_code,
  social_authorization_failed: m.error_social_authorization_failed,
  social_already_bound: m.error_social_already_bound,
  email_has_connected: m.error_email_has_connected,
  last_sign_in_method: m.error_last_sign_in_method,
  too_many_requests: m.error_too_many_requests,
  invalid_device_sn: m.error_invalid_device_sn,
  training_not_finished: m.error_training_not_finished,
  certificate_not_earned: m.error_certificate_not_earned,
  file_type: m.error_file_type,
  file_size: m.error_file_size,
  system: m.error_system,
  network: m.error_network,
  network_timeout: m.error_network_timeout,
  ut_empty: m.error_ut_empty,
} satisfies Record<ErrorKey, Text>
