-- no transaction
-- Migration 085 dropped this check. It stays: the tables of the coordinator are not changed when a database is distributed.
alter table audit_event drop constraint if exists audit_event_outcome_check;
alter table audit_event add constraint audit_event_outcome_check check (outcome in ('ok', 'refused')) not valid;
alter table audit_event validate constraint audit_event_outcome_check;
