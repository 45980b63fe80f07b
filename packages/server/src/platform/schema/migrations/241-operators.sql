-- Operators are identities of their own (S-170): no account of the portal, no mailbox leads to them.
create table operator (
  id text primary key,
  name text not null check (length(name) between 1 and 64),
  roles text[] not null check (cardinality(roles) > 0),
  -- Takes no part in acts of two persons with this operator.
  invited_by text not null,
  created_at timestamptz not null default now(),
  -- null: may enter
  removed_at timestamptz,
  -- The company's OpenID provider, instead of or beside passkeys.
  issuer text,
  subject text,
  check ((issuer is null) = (subject is null))
);
create unique index operator_name on operator (lower(name)) where removed_at is null;
create unique index operator_subject on operator (issuer, subject) where removed_at is null;

-- A link that lets an operator add a way in. It counts once.
create table operator_invitation (
  hash bytea primary key check (octet_length(hash) = 32),
  operator text not null,
  issued_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index operator_invitation_expires on operator_invitation (expires_at);

create table operator_passkey (
  credential_id bytea primary key,
  operator text not null,
  public_key bytea not null,
  sign_count bigint not null,
  backup_eligible boolean not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index operator_passkey_operator on operator_passkey (operator);

-- A challenge of WebAuthn, or the state of a login by OpenID, until it is used once.
create table operator_ceremony (
  hash bytea primary key check (octet_length(hash) = 32),
  kind text not null check (kind in ('login', 'enroll', 'add', 'openid')),
  operator text,
  -- of `enroll`: the invitation
  invitation bytea,
  -- of `openid`: verifier and nonce, which the browser never sees
  detail jsonb,
  expires_at timestamptz not null
);
create index operator_ceremony_expires on operator_ceremony (expires_at);

create table operator_session (
  hash bytea primary key check (octet_length(hash) = 32),
  id text not null unique,
  operator text not null,
  -- the host that it was opened on, the only one it counts for
  host text not null,
  method text not null check (method in ('passkey', 'openid')),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index operator_session_created on operator_session (created_at);
create index operator_session_operator on operator_session (operator);

-- People whose pages an operator has opened within the hour, by a hash of the user ID.
create table operator_view (
  operator text not null,
  person bytea not null,
  seen_at timestamptz not null default now(),
  primary key (operator, person)
);
create index operator_view_seen on operator_view (seen_at);

-- Tokens belong to an operator. Those of before keep their roles.
alter table operator_token add column operator text;
insert into operator (id, name, roles, invited_by, created_at)
select distinct on (lower(name)) 'op_' || md5(lower(name)), name,
       (select array_agg(distinct role order by role) from operator_token t, unnest(t.roles) role
         where lower(t.name) = lower(operator_token.name) and t.revoked_at is null and t.expires_at > now()),
       issuer, created_at
  from operator_token
 where revoked_at is null and expires_at > now()
 order by lower(name), created_at;
update operator_token set operator = operator.id from operator where lower(operator.name) = lower(operator_token.name);

-- Everyone who issued a token to the operator, or invited the operator: lower case.
alter table approval add column requested_issuers text[] not null default '{}';
