-- What the eye makes of a name now has a column of its own. core/display-name.ts makes it for every name from here on; this
-- is the same for the names there are. It holds letters alone, so that a number behind a space is never taken for a part
-- of it: those who look like somebody who came before keep their name, and have such a number.
alter table account add column name_key text collate "C";

update account set name_key = keyed.key
from (
  select id, look || case place when 1 then '' else ' ' || place end as key
  from (
    select id, look, row_number() over (partition by look order by id) as place
    from (
      select id, replace(replace(replace(
        translate(lower(display_name collate "C"), '0123456789i _-', 'olzeasbtbgl'),
        'd', 'cl'), 'm', 'rn'), 'w', 'vv') as look
      from account
    ) as looked
  ) as placed
) as keyed
where account.id = keyed.id;

alter table account alter column name_key set not null;
create unique index account_name_key on account (name_key);

drop index account_display_name;
drop function name_to_the_eye(text);
