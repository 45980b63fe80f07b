-- The interval between two codes, and which code is the newest, belong to a requester: a browser, or a network where cookies are
-- blocked. The empty requester holds the interval of all browsers together that the account does not know.
alter table verification_gate add column requester bytea not null default '';
alter table verification_gate drop constraint verification_gate_pkey;
alter table verification_gate add primary key (receiver, scene, requester);
