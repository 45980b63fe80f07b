/*
 * The statements that change these tables notify the servers. Tables with triggers cannot be distributed. A server of the former
 * version that changes a row notifies nobody meanwhile; the others then read the change within seconds, when they refresh.
 */
drop trigger if exists app_changed on app;
drop trigger if exists ip_ban_changed on ip_ban;
drop function if exists announce_app();
drop function if exists announce_ip_ban();

/* Citus cannot keep a partitioned table with a check constraint on the coordinator. The type of the server is the check. */
alter table audit_event drop constraint if exists audit_event_outcome_check;
