-- no transaction
-- The reminders that are due: waiting owners by the number of their reminders.
create index concurrently if not exists factor_recovery_due on factor_recovery (mails, ready_at);
