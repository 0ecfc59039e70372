-- A person, their portfolios, and the contests these belong to, kept apart. Until here an account was a portfolio.

-- What people compete in, under rules that never change once it has begun. Number 1 is the open one: everybody, no end.
create table contest (
  id             integer generated always as identity primary key,
  kind           text collate "C" not null check (kind = 'open'),
  name           text not null,
  starting_cents bigint not null check (starting_cents > 0),
  starts_at      timestamptz not null,
  ends_at        timestamptz check (ends_at > starts_at)
);

insert into contest (kind, name, starting_cents, starts_at)
select 'open', 'Everybody', 1000000, created_at from installation;

-- One account's stake in one contest, one chapter of it. A fold of its trades in one row, so that a trade locks, reads and
-- writes one row and a ranking is one scan: shares and what they have cost stand at the number of their ticker.
create table portfolio (
  id             bigint generated always as identity primary key,
  account_id     bigint not null references account,
  contest_id     integer not null references contest,
  -- 1, and one more each time that the learner has started over.
  chapter        integer not null check (chapter > 0),
  -- By which calls name it.
  public_id      uuid not null default gen_random_uuid() unique,
  -- As the account has it, here too so that a ranking reads one table.
  email_verified boolean not null,
  -- What the returns are counted from.
  starting_cents bigint not null check (starting_cents > 0),
  cash_cents     bigint not null check (cash_cents >= 0),
  -- The newest split that has been applied.
  splits_through bigint not null,
  opened_at      timestamptz not null,
  first_trade_at timestamptz,
  last_trade_at  timestamptz,
  -- Of a chapter that is over: when, and below by which request, at which prices, and what it was worth then. All that a
  -- ranking asks for stands before the second list: what lies behind is not looked at.
  closed_at      timestamptz,
  shares         bigint[] not null default array_fill(0::bigint, array[16]),
  cost_cents     bigint[] not null default array_fill(0::bigint, array[16]),
  closing_key    uuid,
  closing_prices bigint[],
  final_cents    bigint,
  unique (account_id, contest_id, chapter),
  unique (account_id, closing_key),
  constraint portfolio_shares check (
    array_dims(shares) = '[1:16]' and array_position(shares, null) is null and 0 <= all (shares)
  ),
  constraint portfolio_costs check (
    array_dims(cost_cents) = '[1:16]' and array_position(cost_cents, null) is null and 0 <= all (cost_cents)
  ),
  -- No cost without shares.
  constraint portfolio_costs_of_shares check (
    (shares[1] > 0 or cost_cents[1] = 0) and (shares[2] > 0 or cost_cents[2] = 0)
    and (shares[3] > 0 or cost_cents[3] = 0) and (shares[4] > 0 or cost_cents[4] = 0)
    and (shares[5] > 0 or cost_cents[5] = 0) and (shares[6] > 0 or cost_cents[6] = 0)
    and (shares[7] > 0 or cost_cents[7] = 0) and (shares[8] > 0 or cost_cents[8] = 0)
    and (shares[9] > 0 or cost_cents[9] = 0) and (shares[10] > 0 or cost_cents[10] = 0)
    and (shares[11] > 0 or cost_cents[11] = 0) and (shares[12] > 0 or cost_cents[12] = 0)
    and (shares[13] > 0 or cost_cents[13] = 0) and (shares[14] > 0 or cost_cents[14] = 0)
    and (shares[15] > 0 or cost_cents[15] = 0) and (shares[16] > 0 or cost_cents[16] = 0)
  ),
  constraint portfolio_closing check (
    case when closed_at is null then closing_key is null and closing_prices is null and final_cents is null
    else closing_key is not null and array_dims(closing_prices) is not distinct from '[1:16]' and final_cents is not null end
  )
) with (fillfactor = 90);

-- Stored as they are: an array with a short header would be copied before an element of it can be read.
alter table portfolio alter column shares set storage plain, alter column cost_cents set storage plain;

create unique index portfolio_open on portfolio (account_id, contest_id) where closed_at is null;

-- What every account has becomes its first chapter in the open contest, under the same number: what belongs to it keeps
-- its key.
do $$
declare
  shares text;
  costs text;
begin
  select
    string_agg(format('coalesce(max(quantity) filter (where ticker_id = %s), 0)', id), ', ' order by id),
    string_agg(format('coalesce(max(p.cost_cents) filter (where ticker_id = %s), 0)', id), ', ' order by id)
  into shares, costs from ticker;
  execute format('
    insert into portfolio (id, account_id, contest_id, chapter, starting_cents, cash_cents, shares, cost_cents,
      opened_at, first_trade_at, last_trade_at, splits_through, email_verified)
    overriding system value
    select a.id, a.id, 1, 1, 1000000, a.cash_cents, array[%s], array[%s],
      a.created_at, a.first_trade_at, a.last_trade_at, a.splits_through, a.email_verified
    from account a left join position p on p.account_id = a.id
    group by a.id order by a.id', shares, costs);
end $$;

select setval(pg_get_serial_sequence('portfolio', 'id'), max(id)) from portfolio having max(id) is not null;

-- Of a sale the cost that left with the shares, of a split the cost of the parts of a share that were paid out: what was
-- gained is the cash that came less this. Written with the trade by what was known then. For trades from before it
-- is found here once, stock by stock, by the rule that was followed when they were made (docs/ledger.md).
alter table trade drop constraint trade_account_id_fkey;
alter table trade rename column account_id to portfolio_id;
alter table trade rename constraint trade_account_id_key_key to trade_portfolio_id_key_key;
alter table trade add column cost_cents bigint not null default 0;

create function pg_temp.costs_that_left()
returns table (portfolio_id bigint, at timestamptz, id bigint, cost_cents bigint)
language plpgsql as $$
declare
  line record;
  of_portfolio bigint;
  of_ticker smallint;
  held numeric;
  cost numeric;
  parts numeric;
  gone numeric;
begin
  for line in
    select * from trade order by trade.portfolio_id, ticker_id, trade.at, (type <> 'SPLIT'), trade.id
  loop
    if line.portfolio_id is distinct from of_portfolio or line.ticker_id <> of_ticker then
      of_portfolio := line.portfolio_id;
      of_ticker := line.ticker_id;
      held := 0;
      cost := 0;
    end if;
    gone := 0;
    if line.type = 'BUY' then
      cost := cost - line.cash_cents;
    elsif line.type = 'SELL' and held > 0 then
      -- Half a cent is rounded up, which is away from zero here.
      gone := least(cost, div(2 * cost * -line.shares + held, 2 * held));
    elsif line.type = 'SPLIT' and held > 0 then
      parts := held * line.numerator;
      -- A split that took fewer shares than its terms say paid out none.
      if held + line.shares <= div(parts, line.denominator) then
        gone := div(2 * cost * mod(parts, line.denominator) + parts, 2 * parts);
      end if;
    end if;
    held := held + line.shares;
    cost := cost - gone;
    if gone > 0 then
      portfolio_id := line.portfolio_id;
      at := line.at;
      id := line.id;
      cost_cents := gone;
      return next;
    end if;
  end loop;
end $$;

update trade set cost_cents = gone.cost_cents
from pg_temp.costs_that_left() as gone
where trade.portfolio_id = gone.portfolio_id and trade.at = gone.at and trade.id = gone.id;

drop function pg_temp.costs_that_left();

alter table trade
  alter column cost_cents drop default,
  add foreign key (portfolio_id) references portfolio,
  add constraint trade_cost check (cost_cents >= 0 and (type <> 'BUY' or cost_cents = 0));

alter table ranking_place rename column account_id to portfolio_id;

drop table position;
alter table account
  drop column cash_cents,
  drop column first_trade_at,
  drop column last_trade_at,
  drop column splits_through;
alter table account reset (fillfactor);

drop aggregate sum_of_cents (bigint);
