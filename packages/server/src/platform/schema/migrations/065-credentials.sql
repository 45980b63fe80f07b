-- Certificates as verifiable credentials (Open Badges 3.0), and certificates that an operator revokes.

alter table certificate
  -- null: valid once issued
  add column revoked_at timestamptz;

-- Public keys of credentials. The private key is in wrapped_key, as 'credential:<kid>'.
create table credential_key (
  kid          text primary key,
  public_key   jsonb not null,
  -- the newest key that has reached this time signs; before it the key is published, so that verifiers know it
  signs_from   timestamptz not null default now(),
  -- withdrawn keys are no longer published: what they signed cannot be verified any more
  withdrawn_at timestamptz
);

-- The role that serves calls signs credentials too. Migration 015 tells why it sees no other keys.
drop policy wrapped_key_reader on wrapped_key;
create policy wrapped_key_reader on wrapped_key
  using (name like 'unlock:%' or name like 'credential:%' or current_user = 'kerf_serving')
  with check (name like 'unlock:%' or name like 'credential:%' or current_user = 'kerf_serving');
