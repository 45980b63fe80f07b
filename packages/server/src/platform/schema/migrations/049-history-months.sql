/* The same for the sign-in history, whose first partition is sign_in_record_before_YYYYMM. */
select partition_by_month('sign_in_record');
drop function partition_by_month(text);
