// The statements that override the clock of a database: its own clock_timestamp() hides that of PostgreSQL.

export const clockOverride = (database: string): readonly string[] => [
  'create schema shifted',
  'create table shifted.setting (seconds float8 not null, slow float8 not null)',
  'insert into shifted.setting values (0, 0)',
  `create function shifted.clock_timestamp() returns timestamptz language plpgsql volatile as $$
   declare wanted shifted.setting;
   begin
     select * into wanted from shifted.setting;
     perform pg_sleep(wanted.slow);
     return pg_catalog.clock_timestamp() + make_interval(secs => wanted.seconds);
   end $$`,
  `alter database ${database} set search_path = shifted, pg_catalog, public`,
]

/** Sets the difference to the true time. */
export const shiftBy = (seconds: number): string =>
  `update shifted.setting set seconds = ${seconds}`
