/** The names of all audit events; a test compares them with the sources. */
export const AUDIT_EVENTS: readonly string[] = [
  ...['account.deleted', 'account.email_changed', 'account.exported', 'account.register'],
  ...['announcement.publish', 'announcement.recall', 'announcement.revoke'],
  ...[
    'app.addresses',
    'app.create',
    'app.edit',
    'app.list',
    'app.origins',
    'app.remove',
    'app.rotate',
    'app.show',
  ],
  ...['approval.approve', 'approval.list', 'approval.reject', 'approval.request', 'approval.show'],
  ...['audit.read', 'audit.request', 'backup.create', 'backup.restore'],
  ...['benefit.create', 'benefit.edit', 'benefit.list', 'benefit.retire'],
  ...['call.refused', 'certificate.restore', 'certificate.revoke'],
  ...['codes.created', 'codes.export', 'codes.imported', 'codes.list', 'codes.revoke'],
  ...['cookie.set', 'deletions.replay'],
  ...['device.import', 'device.provision', 'device.rotate_key', 'device.verify'],
  ...['enterprise.create', 'enterprise.edit', 'enterprise.list', 'enterprise.reset'],
  ...['factor.added', 'factor.browsers_forgotten', 'factor.recovery_codes', 'factor.removal_started'],
  ...['factor.removal_stopped', 'factor.removed', 'ip.ban', 'ip.list', 'ip.unban'],
  ...['key.rotate', 'key.rotate_credential', 'key.rotate_signing', 'key.withdraw_credential'],
  ...[
    'login.captcha',
    'login.enterprise',
    'login.handover',
    'login.logout',
    'login.passkey',
    'login.password',
    'login.proof',
  ],
  ...[
    'login.register',
    'login.reset',
    'login.second_step',
    'login.set_aside',
    'login.switch',
    'login.ticket',
  ],
  ...[
    'mail.bounced',
    'mail.deferred',
    'mail.lift',
    'mail.list',
    'mail.refused',
    'mail.sent',
    'mail.suppressed',
  ],
  ...['mail.suppressions', 'message.list', 'message.recall', 'message.revoke', 'message.send'],
  ...['openid.consent', 'openid.device', 'openid.reused', 'openid.withdraw'],
  ...['operator.refused', 'operator.token_create', 'operator.token_list', 'operator.token_revoke'],
  ...['passkey.added', 'passkey.removed', 'passkey.renamed', 'passkey.suspended'],
  ...['password.changed', 'password.postponed', 'password.reset', 'password.set', 'redemption.redeem'],
  ...['session.cleared', 'session.dropped', 'session.ended', 'session.not_me', 'session.reauthenticated'],
  ...['social.bind', 'social.bound', 'social.login', 'social.unbound', 'ticket.created', 'ticket.redeemed'],
  ...['training.certificate', 'training.finished', 'training.lesson', 'unlock.issued', 'unlock.requested'],
  ...['user.ban', 'user.delete', 'user.export', 'user.factor_reset', 'user.factors', 'user.restrict'],
  ...['user.sessions', 'user.sessions_ended', 'user.show', 'user.unban', 'user.unrestrict'],
  ...['verification.code_sent', 'webhook.deliveries', 'webhook.list', 'webhook.remove', 'webhook.replay'],
  ...['webhook.rotate', 'webhook.set', 'webhook.test'],
]

/** Events whose name ends with that of a social provider. */
const OPEN_PREFIX = 'login.social.'

/** `name`: of an event, or the start of names. */
export const isAuditEvent = (name: string, isPrefix: boolean): boolean =>
  name.startsWith(OPEN_PREFIX) ||
  AUDIT_EVENTS.some(event => (isPrefix ? event.startsWith(name) : event === name))
