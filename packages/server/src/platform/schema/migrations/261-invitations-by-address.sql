-- no transaction
-- Operators list the invitations of an address.
create index concurrently if not exists machine_invitation_canonical on machine_invitation (canonical) where canonical is not null;
