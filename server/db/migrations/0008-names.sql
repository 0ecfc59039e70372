-- What the eye makes of a name: case and separators hardly show, and digits pass for the letters that they look like.
-- core/display-name.ts reads names in the same way.
create function name_to_the_eye(name text) returns text
  language sql immutable strict parallel safe
  return translate(lower(name collate "C"), '013457i _-', 'oleastl');

-- Not unique yet, so that names can be looked for while those that look like an older one are given a number.
drop index account_display_name;
create index account_display_name on account (name_to_the_eye(display_name));

do $$
declare
  late record;
  free text;
  number integer;
begin
  for late in
    select id, display_name as name from (
      select *, row_number() over (partition by name_to_the_eye(display_name) order by id) as place from account
    ) as named
    where place > 1 order by id
  loop
    number := 1;
    loop
      number := number + 1;
      free := rtrim(left(late.name, 24 - length(' ' || number))) || ' ' || number;
      exit when not exists (select from account where name_to_the_eye(display_name) = name_to_the_eye(free));
    end loop;
    update account set display_name = free where id = late.id;
  end loop;
end $$;

drop index account_display_name;
create unique index account_display_name on account (name_to_the_eye(display_name));
