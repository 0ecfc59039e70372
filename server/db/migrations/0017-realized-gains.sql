-- What the sales and splits of each stock have brought, less what the shares had cost: stands on the row at the number of
-- the ticker, so that a portfolio is still read from one row. Null for a stock that was neither sold nor split.
alter table portfolio
  add column realized_cents bigint[] not null default array_fill(null::bigint, array[16]),
  add constraint portfolio_realized check (array_dims(realized_cents) = '[1:16]');

alter table portfolio alter column realized_cents set storage plain;

do $$
declare
  gains text;
begin
  select string_agg(format('sum(cash_cents - cost_cents) filter (where ticker_id = %s)', id), ', ' order by id)
  into gains from ticker;
  execute format('
    update portfolio set realized_cents = realized.gains
    from (
      select portfolio_id, array[%s]::bigint[] as gains from trade where type <> ''BUY'' group by portfolio_id
    ) as realized
    where id = portfolio_id', gains);
end $$;
