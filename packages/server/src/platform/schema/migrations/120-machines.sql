-- Machines with owners. Rows of earlier imports have generation 0: their boards hold no key for claims.
alter table device
  add column generation int not null default 0 check (generation >= 0),
  add column distrusted_at timestamptz;
alter table device alter column generation set default 1;

-- The public id of each machine that was ever claimed, by a keyed hash of its serial number.
create table machine_register (
  hash    bytea primary key,
  machine text not null
);

-- What outlives an owner. The owner is the row of `machine_role` with that role.
create table machine (
  id             text primary key check (id like 'm\_%'),
  sn             text not null,
  line           text not null,
  name           text not null default '',
  -- grows when the owner changes; 0: never owned. Both become unix seconds, so that a restored backup repeats none
  ownership      bigint not null default 0,
  -- grows when somebody loses a right
  rights         bigint not null default 0,
  -- the highest that a claim has shown
  reset_number   bigint not null default 0,
  owner_since    timestamptz,
  lost_at        timestamptz,
  last_member    int not null default 0,
  transfer_hash  bytea,
  transfer_until timestamptz
);

create table machine_role (
  machine    text not null,
  uid        uuid not null,
  -- number of the person on this machine, never used again
  member     int not null,
  handle     text not null,
  role       text not null check (role in ('owner', 'manager', 'operator')),
  -- of the machine when the role was given: a role of an earlier owner is void
  ownership  bigint not null,
  ends_at    timestamptz,
  -- accepted a link that needs approval
  waiting    boolean not null default false,
  -- the invitation that the role came from
  invitation text,
  created_at timestamptz not null default now(),
  primary key (machine, uid)
);
create unique index machine_role_owner on machine_role (machine) where role = 'owner';
create index machine_role_uid on machine_role (uid);

-- Accounts that were removed: earlier links do not let them in again.
create table machine_bar (
  machine text not null,
  uid     uuid not null,
  at      timestamptz not null default now(),
  primary key (machine, uid)
);
create index machine_bar_uid on machine_bar (uid);

create table machine_invitation (
  machine    text not null,
  id         text not null,
  hash       bytea not null,
  role       text not null check (role in ('manager', 'operator')),
  ownership  bigint not null,
  ends_at    timestamptz,
  -- the invited address, as typed and as it is compared; null: a link
  email      text,
  canonical  text,
  uses       int not null check (uses >= 0),
  approval   boolean not null,
  -- member number of who invites
  invited_by int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (machine, id)
);
create index machine_invitation_expiry on machine_invitation (expires_at);

-- For lists and erasure. Decides nothing.
create table machine_of_account (
  uid     uuid not null,
  machine text not null,
  primary key (uid, machine)
);

-- Digits that an account typed into a machine.
create table machine_claim_start (
  -- keyed hash of account and serial number
  hash       bytea primary key,
  digits     int not null,
  tries      int not null default 0,
  expires_at timestamptz not null
);
create index machine_claim_start_expiry on machine_claim_start (expires_at);
