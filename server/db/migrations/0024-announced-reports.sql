-- The first day whose earnings reports are announced. From then on the simulated market gives reports fair moves; earlier
-- prices stay as they are, because trades were made at them.
alter table installation add column market_announced_from date;
