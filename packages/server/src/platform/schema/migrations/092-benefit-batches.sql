-- Feed of benefits on a distributed database: new events get the number of a batch, all of them by one statement on all shards.
create table benefit_feed (
  only_row     boolean primary key default true check (only_row),
  -- number of the last batch; null: no batch yet
  sealed       bigint,
  -- readers get events up to this batch
  published    bigint,
  -- positions up to this one are those of one event each
  single_until bigint
);
insert into benefit_feed default values;

-- The last event that was delivered, if later events of its batch were not; null: `position` tells.
alter table webhook add column cursor text;
