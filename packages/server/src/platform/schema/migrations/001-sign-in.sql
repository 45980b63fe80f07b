-- Accounts, how they sign in, sessions, codes, mail to send, audit.
-- Rules that hold for every table (decisions 12): a per-account table leads with uid; no unique constraint
-- spans accounts but that of sign_in_identifier; time is the database's.

create table account (
  uid               uuid primary key,
  kind              text not null check (kind in ('personal', 'enterprise')),
  status            text not null default 'active' check (status in ('active', 'restricted', 'banned')),
  -- as typed by its owner; the canonical form lies in sign_in_identifier
  email             text not null,
  email_verified_at timestamptz not null,
  -- enterprise account ID as issued; null for a personal account
  enterprise_id     text,
  user_name         text not null default '',
  nickname          text not null default '',
  headpic           text not null default '',
  gender            text not null default '' check (gender in ('', 'male', 'female')),
  birthday          date,
  country           text not null default '',
  region            text not null default '',
  introduction      text not null default '',
  lang              text not null default 'en' check (lang in ('en', 'zh')),
  -- argon2id, PHC string; null: no password set
  password_hash     text,
  default_password  boolean not null default false,
  analytics_id      uuid not null default gen_random_uuid(),
  created_at        timestamptz not null default now()
);

-- The one table whose unique constraint spans accounts: what a person signs in with.
create table sign_in_identifier (
  -- 'email' (canonical address), 'account' (enterprise account ID, lower case), 'oauth:<channel>'
  kind       text not null,
  value      text not null,
  uid        uuid not null,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);
create index sign_in_identifier_uid on sign_in_identifier (uid);

create table agreement (
  uid      uuid not null,
  document text not null check (document in ('terms', 'privacy')),
  version  text not null,
  at       timestamptz not null default now(),
  primary key (uid, document, version)
);

create table session (
  uid         uuid not null,
  -- public handle, shown to its owner; never the token
  handle      text not null,
  -- SHA-256 of the token
  token_hash  bytea not null,
  remember    boolean not null,
  method      text not null,
  ip          inet,
  place       text not null default '',
  application text not null default '',
  platform    text not null default '',
  user_agent  text not null default '',
  device_hash bytea,
  first_login timestamptz not null default now(),
  last_seen   timestamptz not null default now(),
  proved_at   timestamptz not null default now(),
  primary key (uid, handle)
);
create index session_token on session (token_hash);

-- Browsers an account has signed in from: spares its owner the brakes a stranger's tries put on, and
-- tells a new device from a known one.
create table known_device (
  uid         uuid not null,
  device_hash bytea not null,
  first_seen  timestamptz not null default now(),
  last_seen   timestamptz not null default now(),
  primary key (uid, device_hash)
);

create table sign_in_record (
  uid         uuid not null,
  id          bigint generated always as identity,
  at          timestamptz not null default now(),
  ip          inet,
  place       text not null default '',
  application text not null default '',
  platform    text not null default '',
  method      text not null,
  session     text not null,
  primary key (uid, id)
);
create index sign_in_record_age on sign_in_record (at);

-- A nonce names a mailbox and a scene for ten minutes; at most one code lives on it.
-- The receiver is kept as a keyed hash only.
create table verification (
  nonce_hash  bytea primary key,
  receiver    bytea not null,
  scene       text not null,
  uid         uuid,
  expires_at  timestamptz not null,
  code_hash   bytea,
  code_expires_at timestamptz,
  tries       int not null default 0,
  consumed_at timestamptz
);
create index verification_age on verification (expires_at);
create index verification_uid on verification (uid) where uid is not null;

-- One row a receiver and scene: decides the 60 s between two codes and which nonce holds the newest one.
create table verification_gate (
  receiver   bytea not null,
  scene      text not null,
  nonce_hash bytea not null,
  sent_at    timestamptz not null,
  primary key (receiver, scene)
);
create index verification_gate_age on verification_gate (sent_at);

-- Things that may be used once: solved challenges and human tickets. The row is the use.
create table one_time (
  kind        text not null,
  hash        bytea not null,
  expires_at  timestamptz not null,
  consumed_at timestamptz,
  primary key (kind, hash)
);
create index one_time_age on one_time (expires_at);

-- Counters of the limits (rate-limiter-flexible): survive restarts, span processes.
create table rate_limit (
  key    varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);

create table audit_event (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  event      text not null,
  outcome    text not null check (outcome in ('ok', 'refused')),
  uid        uuid,
  operator   text,
  -- network prefix: /24 of IPv4, /48 of IPv6
  network    text,
  app        text,
  request_id text,
  detail     jsonb not null default '{}'
);
create index audit_event_uid on audit_event (uid, id);
create index audit_event_at on audit_event using brin (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

-- Seals of the installation: wrapped keys and settings made once.
create table wrapped_key (
  name       text primary key,
  wrapped    bytea not null,
  created_at timestamptz not null default now()
);

create table ip_ban (
  network    cidr primary key,
  until      timestamptz,
  created_at timestamptz not null default now()
);
create function announce_ip_ban() returns trigger language plpgsql as $$
begin
  perform pg_notify('ip_ban', '');
  return null;
end $$;
create trigger ip_ban_changed after insert or update or delete on ip_ban
  for each statement execute function announce_ip_ban();

-- The job queue's tables are closed to the serving role by row security; it may only put a job in, with its transaction.
create function enqueue(task text, payload json, attempts int) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(task, payload, max_attempts => attempts);
end $$;
