-- Passkeys: discoverable WebAuthn credentials. The user handle of a credential is the account's uid, so that a login asks one shard.
create table passkey (
  uid             uuid not null,
  credential_id   bytea not null,
  -- COSE key
  public_key      bytea not null,
  -- of the last accepted use; 0: the authenticator does not count
  sign_count      bigint not null,
  transports      text[] not null,
  -- '' or the hexadecimal form; names the password manager, proves nothing
  aaguid          text not null,
  -- '' or what the owner calls it
  name            text not null default '',
  backup_eligible boolean not null,
  backed_up       boolean not null,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz,
  -- of the last use, or of the registration
  place           text not null,
  application     text not null,
  -- the counter fell back: the passkey may have been copied and is refused
  suspended_at    timestamptz,
  primary key (uid, credential_id)
);
