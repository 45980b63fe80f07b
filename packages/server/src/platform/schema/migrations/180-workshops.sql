-- Workshops: groups of accounts that own machines.
create table workshop (
  id          text primary key check (id like 'w\_%'),
  name        text not null,
  last_member int not null default 0,
  -- the one join code, if there is one
  join_id     text,
  join_hash   bytea,
  join_since  timestamptz,
  join_until  timestamptz,
  created_at  timestamptz not null default now()
);

create table workshop_member (
  workshop   text not null,
  uid        uuid not null,
  -- number of the person in this workshop, never used again
  member     int not null,
  handle     text not null,
  role       text not null check (role in ('admin', 'member')),
  -- has used the join code, and no admin has approved it yet
  waiting    boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (workshop, uid)
);
create index workshop_member_uid on workshop_member (uid);

-- Accounts that were removed or refused: the join code of that time does not let them ask again.
create table workshop_bar (
  workshop text not null,
  uid      uuid not null,
  at       timestamptz not null default now(),
  primary key (workshop, uid)
);
create index workshop_bar_uid on workshop_bar (uid);

-- For lists and limits. The row of the machine decides who owns it.
create table workshop_machine (
  workshop text not null,
  machine  text not null,
  primary key (workshop, machine)
);

-- What an admin has started and another admin can stop until it takes effect.
create table workshop_act (
  workshop  text not null,
  id        text not null,
  kind      text not null check (kind in ('transfer', 'release', 'confirm', 'remove', 'dissolve')),
  -- id of the machine, or number of the member who is to be removed; '' for the workshop
  subject   text not null,
  -- of the machine when it was started: after a change of owner the act is void
  ownership bigint,
  -- of the code of a transfer
  hash      bytea,
  -- number of the admin who started it
  by_member int not null,
  due_at    timestamptz not null,
  primary key (workshop, id)
);
create unique index workshop_act_subject on workshop_act (workshop, kind, subject);
create index workshop_act_due on workshop_act (due_at);

-- For lists and erasure. Decides nothing.
create table workshop_of_account (
  uid      uuid not null,
  workshop text not null,
  primary key (uid, workshop)
);

-- Where a join code leads. The row of the workshop decides whether it is valid.
create table workshop_join_code (
  hash       bytea primary key,
  workshop   text not null,
  expires_at timestamptz not null
);
create index workshop_join_code_expiry on workshop_join_code (expires_at);

alter table machine
  -- the owner, if that is a workshop: then no row of `machine_role` has the role of an owner
  add column workshop text,
  -- member number of who offers the transfer; null: the owner
  add column transfer_by int;

-- 'admin': of the workshop that owns the machine. Counts together with the row of the member only.
alter table machine_role drop constraint machine_role_role_check;
alter table machine_role add constraint machine_role_role_check check (role in ('owner', 'manager', 'operator', 'admin'));
