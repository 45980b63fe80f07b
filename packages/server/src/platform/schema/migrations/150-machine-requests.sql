-- A right code at a machine that has an owner. At most one a machine; a denied one stays for its claimant to see.
create table machine_request (
  machine      text primary key,
  -- the claimant
  uid          uuid not null,
  -- of the machine when it was asked for: a request to an earlier owner is void
  ownership    bigint not null,
  -- that the code has shown
  reset_number bigint not null,
  -- sent to the owner
  mails        int not null default 1,
  created_at   timestamptz not null default now(),
  denied_at    timestamptz
);
create index machine_request_uid on machine_request (uid);
create index machine_request_denied on machine_request (denied_at);

-- Set by a denial. On the machine, so that an account that is deleted and made anew does not end it.
alter table machine add column requests_barred_until timestamptz;
