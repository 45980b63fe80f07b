-- Failures in a row were kept for ten years, also for names that no account has. They are counted under other keys now.
update rate_limit set expire = (extract(epoch from now()) * 1000)::bigint + 3 * 86400000
 where expire > (extract(epoch from now()) * 1000)::bigint + 30 * 86400000::bigint;
