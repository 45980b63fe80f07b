-- Keys by which an app authenticates (private_key_jwt) and signs its requests (RFC 9101), instead of its secret.
alter table app
  -- JSON Web Key Set with public keys
  add column jwks jsonb,
  -- address of such a set
  add column jwks_uri text,
  -- requests without a signature are refused
  add column signed_requests boolean not null default false;
