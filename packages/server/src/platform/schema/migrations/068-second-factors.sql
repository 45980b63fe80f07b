-- Second factors: authenticator apps (TOTP, RFC 6238), recovery codes, and sign-ins that wait for their second step.

create table totp_factor (
  uid            uuid primary key,
  -- null: set up and not confirmed yet
  secret         bytea,
  -- replaces the secret once a code of it confirms it
  pending_secret bytea,
  pending_at     timestamptz,
  confirmed_at   timestamptz,
  -- time step of the last accepted code: each code is accepted once (RFC 6238, section 5.2)
  last_step      bigint not null default 0,
  last_used_at   timestamptz
);

create table recovery_code (
  uid        uuid not null,
  -- keyed hash
  hash       bytea not null,
  created_at timestamptz not null default now(),
  used_at    timestamptz,
  primary key (uid, hash)
);

-- A sign-in whose first factor is proven.
create table sign_in_flow (
  -- SHA-256 of the name that the browser has
  hash           bytea primary key,
  uid            uuid not null,
  -- hash of the browser cookie, or keyed hash of the network where the browser sent none
  browser_hash   bytea not null,
  -- what continues once the second step is passed
  encrypted_data bytea not null,
  tries          int not null default 0,
  -- keyed hash of the code that was mailed last
  mail_code_hash bytea,
  mails          int not null default 0,
  expires_at     timestamptz not null,
  consumed_at    timestamptz
);
create index sign_in_flow_age on sign_in_flow (expires_at);
create index sign_in_flow_uid on sign_in_flow (uid);

-- An owner who lost the second factor and waits for its removal.
create table factor_recovery (
  uid          uuid primary key,
  requested_at timestamptz not null default now(),
  ready_at     timestamptz not null,
  -- reminders that were mailed since
  mails        int not null default 0
);
create index factor_recovery_age on factor_recovery (ready_at);

alter table known_device
  -- until then a sign-in from this browser needs no second step
  add column second_step_until timestamptz;

alter table account
  -- an operator demands a second factor: it is set up at the next sign-in
  add column second_factor_demanded boolean not null default false;
