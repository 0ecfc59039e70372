-- Names that the product shows itself cannot be chosen any more: 'Account deleted', 'Deleted account', 'The market', and
-- 'Guest' with or without a number. Accounts that have one get a generated name. core/display-name.ts reads names and
-- makes new ones in the same way from here on.
create function pg_temp.name_to_the_eye(name text) returns text
  language sql immutable strict
  return replace(replace(replace(
    translate(lower(name collate "C"), '0123456789i _-', 'olzeasbtbgl'), 'd', 'cl'), 'm', 'rn'), 'w', 'vv');

-- As it stands, or without the digits around it.
create function pg_temp.is_shown_name(name text) returns boolean
  language sql immutable strict
  return pg_temp.name_to_the_eye(name) ~ '^(accountcleletecl|cleleteclaccount|thernarket|guest[olzeasbtg]*)$'
    or pg_temp.name_to_the_eye(regexp_replace(translate(name, ' _-', ''), '^[0-9]+|[0-9]+$', '', 'g'))
      ~ '^(accountcleletecl|cleleteclaccount|thernarket|guest[olzeasbtg]*)$';

do $$
declare
  manners constant text[] := string_to_array('Able Agile Amber Bold Brave Breezy Bright Calm Cheerful Clever Coral Cosmic Curious Daring Eager Early Earnest Fair Fearless Gentle Golden Happy Hardy Honest Humble Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Modest Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Sage Sharp Silver Snowy Solar Steady Sunny Swift Tidy Trusty Upbeat Velvet Vivid Warm Wily Wise Witty Zesty', ' ');
  animals constant text[] := string_to_array('Badger Beaver Bison Bobcat Camel Caribou Cheetah Cobra Condor Cougar Coyote Crane Dolphin Eagle Egret Elk Falcon Ferret Finch Fox Gazelle Gecko Gibbon Hawk Heron Husky Ibex Iguana Jackal Jaguar Kestrel Koala Lemur Leopard Lynx Magpie Marlin Marmot Marten Meerkat Moose Narwhal Ocelot Orca Osprey Otter Owl Panda Panther Pelican Penguin Puffin Puma Raven Robin Salmon Seal Sparrow Stork Swan Tapir Tiger Walrus Wombat', ' ');
  taken record;
  free text;
  key text;
begin
  for taken in select id from account where pg_temp.is_shown_name(display_name) order by id loop
    loop
      free := concat_ws(' ',
        manners[1 + floor(random() * cardinality(manners))],
        animals[1 + floor(random() * cardinality(animals))],
        10 + floor(random() * 9990));
      key := pg_temp.name_to_the_eye(free);
      -- No generated name has a 6, which looks like an 8. A number behind a space is a lookalike from before the keys.
      exit when strpos(free, '6') = 0
        and not exists (select from account where name_key = key)
        and not exists (select from account where name_key > key || ' ' and name_key < key || '!');
    end loop;
    update account set display_name = free, name_key = key where id = taken.id;
  end loop;
end $$;

drop function pg_temp.is_shown_name(text);
drop function pg_temp.name_to_the_eye(text);
