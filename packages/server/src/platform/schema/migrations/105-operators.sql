-- Operators are no accounts: a token is an identity of its own. Only its SHA-256 is stored.
create table operator_token (
  id text primary key,
  name text not null check (length(name) between 1 and 64),
  roles text[] not null check (cardinality(roles) > 0),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Who issued it takes no part in acts of two persons with it.
  issuer text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz
);

-- Acts that wait for a second operator. One conditional statement decides each step.
create table approval (
  id text primary key,
  operation text not null,
  -- SHA-256 of what was asked for: the approved act is the same to the letter.
  digest bytea not null,
  summary text not null,
  reason text not null,
  requested_by text not null,
  requested_source text not null,
  requested_login text,
  requested_issuer text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'used', 'expired')),
  decided_by text,
  decided_source text,
  decided_at timestamptz,
  note text
);
create unique index approval_pending on approval (operation, digest, requested_by, requested_source) where state = 'pending';
