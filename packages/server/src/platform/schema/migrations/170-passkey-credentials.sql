-- no transaction
create index concurrently if not exists passkey_credential on passkey (credential_id);
