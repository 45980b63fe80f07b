-- An event of the feed that takes a benefit back instead of granting it.
alter table benefit_event add column withdrawn boolean not null default false;
