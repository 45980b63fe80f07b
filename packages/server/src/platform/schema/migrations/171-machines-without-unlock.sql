-- no transaction
-- False: the machine can have an owner, but no unlock passwords, and does not count for the register of those that can.
alter table device add column if not exists unlock boolean not null default true;
create index concurrently if not exists device_unlock on device (sn) where unlock;
