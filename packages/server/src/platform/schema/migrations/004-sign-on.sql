-- Apps and their credentials, one-time tickets, social sign-ins under way.

create table app (
  client_id   text primary key,
  -- code of the brand it is an app of
  code        text not null,
  name        text not null,
  -- SHA-256 of a random secret
  secret_hash bytea not null,
  -- exact origins it may be handed a person on
  origins     text[] not null,
  created_at  timestamptz not null default now(),
  rotated_at  timestamptz
);
create function announce_app() returns trigger language plpgsql as $$
begin
  perform pg_notify('app', '');
  return null;
end $$;
create trigger app_changed after insert or update or delete on app
  for each statement execute function announce_app();

create table ticket (
  hash        bytea primary key,
  uid         uuid not null,
  purpose     text not null check (purpose in ('handover', 'sync', 'bind')),
  -- the origin it is for, and nowhere else
  target      text not null,
  -- the session it was made in: its end ends the ticket
  session     text not null,
  expires_at  timestamptz not null,
  consumed_at timestamptz
);
create index ticket_age on ticket (expires_at);
create index ticket_uid on ticket (uid);

-- A visitor sent to a provider: what must come back.
create table oauth_request (
  state_hash   bytea primary key,
  channel      text not null,
  op           text not null check (op in ('login', 'bind')),
  -- hash of the cookie of the browser that began
  browser_hash bytea not null,
  -- sealed: PKCE verifier, nonce, and where to go afterwards
  sealed       bytea not null,
  uid          uuid,
  expires_at   timestamptz not null,
  consumed_at  timestamptz
);
create index oauth_request_age on oauth_request (expires_at);
create index oauth_request_uid on oauth_request (uid) where uid is not null;

-- What a callback came to, read once by the page that began; and sign-ins that need another step.
create table oauth_flow (
  hash        bytea primary key,
  kind        text not null check (kind in ('result', 'step')),
  sealed      bytea not null,
  uid         uuid,
  tries       int not null default 0,
  expires_at  timestamptz not null,
  consumed_at timestamptz
);
create index oauth_flow_age on oauth_flow (expires_at);
create index oauth_flow_uid on oauth_flow (uid) where uid is not null;
