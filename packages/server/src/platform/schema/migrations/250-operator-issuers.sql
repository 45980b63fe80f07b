-- Who let an operator in, for good: by an invitation that was accepted, or by a token. None of them approves an act of the other.
create table operator_issuer (
  operator text not null,
  -- id of an operator; of anybody else the login (`login:1001`) and the name (`name:lin`)
  issuer text not null,
  primary key (operator, issuer)
);
alter table operator_invitation add column issuers text[] not null default '{}';

insert into operator_issuer (operator, issuer)
select operator.id, 'name:' || lower(operator.invited_by) from operator
 union select operator, 'name:' || lower(issuer) from operator_token where operator is not null
 union select operator.id, issuer.id from operator join operator issuer on lower(issuer.name) = lower(operator.invited_by)
 union select t.operator, issuer.id from operator_token t join operator issuer on lower(issuer.name) = lower(t.issuer)
        where t.operator is not null;
update operator_invitation set issuers = array['name:' || lower(issued_by)]
    || array(select id from operator where lower(name) = lower(issued_by));
