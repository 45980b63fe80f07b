-- Benefits, the codes that grant them, what accounts redeemed, and how apps learn of it.

create table benefit (
  id         text primary key,
  name_en    text not null,
  name_zh    text not null,
  -- 0: without end
  days       int not null check (days between 0 and 36500),
  -- codes of the apps that honour it; none: all
  apps       text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- Codes made or imported together.
create table code_batch (
  id           text primary key,
  benefit_id   text not null,
  origin       text not null check (origin in ('created', 'imported')),
  count        int not null,
  -- null: never
  expires_at   timestamptz,
  operator     text not null,
  -- the second operator, where one was needed
  confirmed_by text,
  revoked_at   timestamptz,
  created_at   timestamptz not null default now()
);

-- A code can be redeemed once since it is one row; who redeemed it stands with the account.
create table redemption_code (
  -- keyed hash of the code
  hash        bytea primary key,
  batch_id    text not null,
  -- place in its batch, from 1
  number      int not null,
  redeemed_at timestamptz,
  revoked_at  timestamptz
);
create index redemption_code_batch on redemption_code (batch_id, number);

create table redemption (
  uid        uuid not null,
  id         bigint generated always as identity,
  benefit_id text not null,
  -- sealed; shown to its owner
  code       bytea not null,
  at         timestamptz not null,
  -- null: without end
  expires_at timestamptz,
  primary key (uid, id)
);

-- First answers of calls that may be repeated, by the caller's key.
create table idempotent_call (
  uid          uuid not null,
  call         text not null,
  key_hash     bytea not null,
  -- keyed hash of what was asked
  request_hash bytea not null,
  answer       jsonb not null,
  at           timestamptz not null default now(),
  primary key (uid, call, key_hash)
);
create index idempotent_call_age on idempotent_call (at);

-- What apps are told. The position is given after the commit, in the order of the ids, so that a reader never passes
-- an event that becomes visible later.
create table benefit_event (
  uid        uuid not null,
  id         bigint generated always as identity,
  benefit_id text not null,
  at         timestamptz not null,
  expires_at timestamptz,
  position   bigint,
  primary key (uid, id)
);
create sequence benefit_event_position;
create index benefit_event_new on benefit_event (id) where position is null;
create index benefit_event_told on benefit_event (position) where position is not null;

-- Where an app is told, and how far it has been.
create table webhook (
  client_id     text primary key,
  url           text not null,
  -- sealed: what its messages are signed with
  secret        bytea not null,
  position      bigint not null default 0,
  failures      int not null default 0,
  next_try_at   timestamptz not null default now(),
  -- a process is telling it; over by itself when that process is lost
  claimed_until timestamptz,
  told_at       timestamptz,
  created_at    timestamptz not null default now()
);

-- Puts a job in that is waited for by many: one that waits already is enough.
create function enqueue_once(task text, job_key text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(task, '{}'::json, job_key => job_key, max_attempts => 1);
end $$;
revoke execute on function enqueue_once(text, text) from public;
