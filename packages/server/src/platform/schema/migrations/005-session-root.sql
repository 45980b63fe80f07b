-- Sessions that grew from another one (a ticket to a sister host or an app's window): signing out of any ends all of them.
alter table session add column root text;
create index session_root on session (uid, root) where root is not null;
