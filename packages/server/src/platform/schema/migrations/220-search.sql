-- no transaction
-- What operators find people by: the start of an address or a name, a session, a machine that asked for an unlock password.
create index concurrently if not exists account_email_start on account (lower(email) text_pattern_ops, uid);
create index concurrently if not exists account_nickname_start on account (lower(nickname) text_pattern_ops, uid) where nickname <> '';
create index concurrently if not exists account_name_start on account (lower(user_name) text_pattern_ops, uid) where user_name <> '';
create index concurrently if not exists account_enterprise_start on account (lower(enterprise_id) text_pattern_ops, uid)
  where enterprise_id is not null;
create index concurrently if not exists session_handle on session (handle);
create index concurrently if not exists account_machine_hash on account_machine (machine_hash);
create index concurrently if not exists second_email_canonical on second_email (canonical);
create index concurrently if not exists redemption_at on redemption (at);
