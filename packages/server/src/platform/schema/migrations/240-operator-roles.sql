-- The roles of operators are finer: messages and benefits are two roles, and what was `admin` is `owner`.
update operator_token
   set roles = (select array_agg(distinct new_role order by new_role)
                  from unnest(roles) old_role
                 cross join unnest(case old_role when 'content' then array['publisher', 'benefits']
                                                 when 'admin' then array['owner'] else array[old_role] end) new_role)
 where roles && array['content', 'admin'];
