-- The machines that a person chose for a third party (RFC 9396). A new choice replaces the earlier one and gets another version; tokens
-- name the version that they were issued for.
alter table openid_consent add column details jsonb, add column details_version text;
