-- What proves the name in `operator` (`login:UID` or `user:UID` of the machine), and the name that was typed, which proves nothing.
-- null: no operator, or an event of a former version, whose `operator` was typed.
alter table audit_event add column operator_source text, add column operator_stated text;
