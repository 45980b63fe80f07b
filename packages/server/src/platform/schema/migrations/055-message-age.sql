-- no transaction
-- Messages without an end are deleted two years after their start.
create index concurrently if not exists account_message_age on account_message (starts_at) where ends_at is null;
