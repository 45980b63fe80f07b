-- A refresh token that was replaced stays valid until 60 seconds after the first use of its successor. First uses of the newest
-- token of the row and of those before it, the newest first; null: not used yet.
alter table openid_token add column used_at timestamptz[] not null default '{}';

-- Why offline access ended, for the app and for the person.
create table openid_ended_grant (
  uid       uuid not null,
  id        text not null,
  client_id text not null,
  reason    text not null,
  ended_at  timestamptz not null default now(),
  primary key (uid, id)
);
create index openid_ended_grant_age on openid_ended_grant (ended_at);
