-- Of each stock that a portfolio has traded after an instant its number, the shares and the cash, summed up. A function,
-- so that the statement around it is planned once: written into that, the guess at how many trades there are makes
-- PostgreSQL plan it anew for every call, which takes longer than running it.
create function traded_since(portfolio bigint, since timestamptz) returns json
language plpgsql stable as $$
begin
  return (
    select json_agg(json_build_array(ticker_id, shares, cash)) from (
      select ticker_id, sum(shares) as shares, sum(cash_cents) as cash
      from trade where portfolio_id = portfolio and at > since group by ticker_id
    ) as sums
  );
end $$;
