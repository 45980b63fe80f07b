-- no transaction
-- When the account was reminded that the benefit ends; null: not yet.
alter table redemption add column if not exists reminded_at timestamptz;
create index concurrently if not exists redemption_ending on redemption (expires_at)
  where reminded_at is null and expires_at is not null;
