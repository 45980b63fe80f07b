-- no transaction
-- The status list of credentials reads revoked certificates only.
create index concurrently if not exists certificate_revoked on certificate (revoked_at) where revoked_at is not null;
