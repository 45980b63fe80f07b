-- OpenID Connect provider: what accounts granted to apps, the tokens of it, and the keys that sign ID tokens.

-- What a person agreed to on the consent screen of a third party. It outlives sessions.
create table openid_consent (
  uid        uuid not null,
  client_id  text not null,
  scopes     text[] not null,
  granted_at timestamptz not null default now(),
  primary key (uid, client_id)
);

-- What an app may do for an account: one row for each session and app. Every token belongs to one and ends with it.
create table openid_grant (
  uid        uuid not null,
  id         text not null,
  client_id  text not null,
  -- handle of the session in which the person granted it
  session    text not null,
  scopes     text[] not null,
  -- resource indicators (RFC 8707)
  resources  text[] not null default '{}',
  -- holds offline_access: outlives its session
  offline    boolean not null,
  created_at timestamptz not null default now(),
  -- later than the expiry of each of its tokens
  expires_at timestamptz not null,
  primary key (uid, id)
);
create unique index openid_grant_session on openid_grant (uid, session, client_id);
create index openid_grant_age on openid_grant (expires_at);

-- Authorization codes and refresh tokens. Each names its account in encrypted form, so that one shard is asked. An access token
-- holds all that it says, encrypted, and needs a row only if it is revoked alone.
create table openid_token (
  uid         uuid not null,
  -- SHA-256 of the token
  hash        bytea not null,
  kind        text not null check (kind in ('AuthorizationCode', 'RefreshToken', 'RevokedAccessToken')),
  grant_id    text not null,
  payload     jsonb not null,
  expires_at  timestamptz not null,
  -- of an authorization code; a refresh token that is used is replaced
  consumed_at timestamptz,
  primary key (uid, hash)
);
create index openid_token_grant on openid_token (uid, grant_id);
create index openid_token_age on openid_token (expires_at);

-- Requests on their way: interactions, pushed authorization requests, device codes, and the ids of DPoP proofs that were used.
create table openid_flow (
  -- SHA-256 of kind and id
  hash        bytea primary key,
  kind        text not null,
  -- encrypted: contains what a person typed in an app, such as login_hint
  sealed      bytea not null,
  expires_at  timestamptz not null,
  consumed_at timestamptz
);
create index openid_flow_age on openid_flow (expires_at);

-- Public keys that verify ID tokens. The private key is in wrapped_key, as 'openid:<kid>'.
create table openid_key (
  kid          text primary key,
  alg          text not null check (alg in ('ES256', 'RS256')),
  public_key   jsonb not null,
  -- the newest key of its algorithm that has reached this time signs; before it the key is published, so that apps know it
  signs_from   timestamptz not null default now(),
  -- no longer published from this time on
  withdrawn_at timestamptz
);

-- The role that serves calls signs ID tokens too. Migration 015 tells why it sees no other keys.
drop policy wrapped_key_reader on wrapped_key;
create policy wrapped_key_reader on wrapped_key
  using (name like 'unlock:%' or name like 'credential:%' or name like 'openid:%' or current_user = 'kerf_serving')
  with check (name like 'unlock:%' or name like 'credential:%' or name like 'openid:%' or current_user = 'kerf_serving');
