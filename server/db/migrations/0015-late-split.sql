-- Facts that came too late: a later split of the stock was known already, or other terms for the same day. They are in
-- no price and no account; `npm run audit` lists them until somebody who has settled them deletes their rows.
create table late_split (
  ticker_id   smallint not null references ticker,
  day         date not null,
  numerator   bigint not null check (numerator > 0),
  denominator bigint not null check (denominator > 0),
  learnt_at   timestamptz not null default now(),
  primary key (ticker_id, day, numerator, denominator)
);

-- Before, a split that came after a later one was settled in its place. One that still had to be is skipped from now on.
insert into late_split (ticker_id, day, numerator, denominator)
select ticker_id, day, numerator, denominator from split as late
where exists (select from split where ticker_id = late.ticker_id and id < late.id and day > late.day)
  and exists (
    select from account join position on account_id = account.id and ticker_id = late.ticker_id
    where splits_through < late.id
  );
