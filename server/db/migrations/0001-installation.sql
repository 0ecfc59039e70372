-- What is true of this installation as a whole: exactly one row.
create table installation (
  only_row   boolean primary key default true check (only_row),
  created_at timestamptz not null default now()
);

insert into installation default values;
