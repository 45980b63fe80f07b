-- The owner has opened the link of the email of a login from a new country: the next password login from that network passes.
create table login_allowance (
  uid          uuid not null,
  -- keyed hash of the network that the login came from
  network_hash bytea not null,
  expires_at   timestamptz not null,
  primary key (uid, network_hash)
);
create index login_allowance_age on login_allowance (expires_at);
