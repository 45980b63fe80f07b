-- The owner has said, from another session, that this login was theirs.
alter table session add column recognized boolean not null default false;
