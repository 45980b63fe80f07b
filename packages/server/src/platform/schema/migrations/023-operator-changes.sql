-- What operators may change: an app's secret with an overlap, a benefit that is no longer given, a ban with a reason and an end.

alter table app
  -- SHA-256 of the secret before the last rotation, accepted until previous_secret_until
  add column previous_secret_hash bytea,
  add column previous_secret_until timestamptz;

-- No codes are created for a retired benefit. Codes that were given out stay valid.
alter table benefit add column retired_at timestamptz;

alter table account
  add column ban_reason text not null default '',
  -- null: banned until an operator lifts it
  add column banned_until timestamptz;
create index account_banned_until on account (banned_until) where banned_until is not null;
