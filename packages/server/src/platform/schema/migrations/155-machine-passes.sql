-- The certificate that a product line demands of who starts its machines.
create table line_demand (
  line   text primary key,
  course text not null,
  -- months after its issue in which a certificate counts; null: without an end
  months int check (months > 0)
);

-- The most days that a pass lasts, set by the owner.
alter table machine add column pass_days int not null default 7 check (pass_days between 1 and 30);
-- Latest end of the passes of a person.
alter table machine_role add column pass_until timestamptz;

-- People who lost their role while a pass of theirs had not ended.
create table machine_removed_member (
  machine   text not null,
  member    int not null,
  ownership bigint not null,
  ends_at   timestamptz not null,
  primary key (machine, member)
);
create index machine_removed_member_expiry on machine_removed_member (ends_at);
