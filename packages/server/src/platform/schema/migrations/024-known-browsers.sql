-- Bounds the known browsers of an account, and lets their counts of guesses be deleted without a list of them.

-- Browsers that became known by a ticket and were never signed in from: both rows of a sign-in have the time of its transaction.
delete from known_device d using sign_in_record r
 where r.uid = d.uid and r.at = d.first_seen and r.method = 'ticket'
   and not exists (select 1 from sign_in_record p
                    where p.uid = d.uid and p.at = d.last_seen and p.method <> 'ticket')
   and not exists (select 1 from session s
                    where s.uid = d.uid and s.device_hash = d.device_hash and s.method <> 'ticket');

delete from known_device d using (
  select uid, device_hash, row_number() over (partition by uid order by last_seen desc) as place from known_device
) ranked
 where d.uid = ranked.uid and d.device_hash = ranked.device_hash and ranked.place > 50;

create index known_device_age on known_device (last_seen);

-- Counts of passwords in a row of one known browser end with the 400 days of its cookie.
update rate_limit set expire = (extract(epoch from now()) * 1000)::bigint + 400 * 86400000::bigint
 where key like 'fail-row:%:%' and expire > (extract(epoch from now()) * 1000)::bigint + 400 * 86400000::bigint;

-- Finds the keys that extend one by a colon, in the order of bytes.
create index rate_limit_key_bytes on rate_limit (key varchar_pattern_ops);
