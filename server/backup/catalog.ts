// Reads the tables, columns and sequences to back up from the database's catalog, so that new tables are included.
import type { Tx } from '../db/handle.ts'
import type { BackupEnd, BackupTable } from './format.ts'

/** An empty search path qualifies every name with its schema; the other settings make rows equal on every server. */
export const readingSettings = `
  set local search_path = '';
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local row_security = off`

/** Excludes temporary tables, extensions and system catalogs. */
const isOurs = `
  c.relpersistence <> 't' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
  and not exists (
    select from pg_depend
    where classid = 'pg_catalog.pg_class'::regclass and objid = c.oid and deptype = 'e'
  )`

const columnDefinition = `
  format('%I %s', attname, format_type(atttypid, atttypmod))
  || case when attcollation <> typcollation then (
       select format(' collate %I.%I', nspname, collname)
       from pg_collation join pg_namespace on pg_namespace.oid = collnamespace
       where pg_collation.oid = attcollation
     ) else '' end
  || case when attgenerated <> '' then format(' generated always as (%s) %s', pg_get_expr(adbin, adrelid),
         case attgenerated when 's' then 'stored' else 'virtual' end)
       when attidentity <> '' then format(' generated %s as identity (sequence name %s)',
         case attidentity when 'a' then 'always' else 'by default' end,
         pg_get_serial_sequence(format('%I.%I', nspname, relname), attname))
       when adbin is not null then format(' default %s', pg_get_expr(adbin, adrelid))
       else '' end
  || case when attnotnull then ' not null' else '' end`

/** Run after the rows and before the foreign keys: keys and checks, indexes, and the attachment of a partition. */
const finishing = `
  array(
    select format('alter table %I.%I add constraint %I %s', nspname, relname, conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where conrelid = t.oid and contype in ('p', 'u', 'c', 'x') order by contype desc, conname
  )
  || array(
    select pg_get_indexdef(indexrelid) from pg_index i where indrelid = t.oid
      and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid
  )
  || array(
    select format('alter table %I.%I attach partition %I.%I %s', pn.nspname, p.relname, t.nspname, t.relname,
      pg_get_expr(t.relpartbound, t.oid))
    from pg_inherits join pg_class p on p.oid = inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where inhrelid = t.oid and t.relispartition
  )`

/** Tables that hold rows themselves: partitions, not the partitioned table. */
export function readTables(tx: Tx): Promise<BackupTable[]> {
  return tx.query<BackupTable>(`
    select format('%I.%I', nspname, relname) as name, quote_ident(nspname) as schema,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array[format('create table %I.%I (%s)', nspname, relname, array_to_string(array(
        select ${columnDefinition}
        from pg_attribute join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = t.oid and attnum > 0 and not attisdropped order by attnum
      ), ', '))] as make,
      ${finishing} as finish,
      array(
        select format('alter table %I.%I add constraint %I %s', nspname, relname, conname, pg_get_constraintdef(k.oid))
        from pg_constraint k where conrelid = t.oid and contype = 'f' and conparentid = 0 order by conname
      ) as "references"
    from (
      select c.oid, n.nspname, c.relname, c.relispartition, c.relpartbound
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and ${isOurs}
    ) as t
    order by nspname, relname`)
}

/**
 * Foreign tables that a restore could not recreate: partitioned ones, and tables with their own sequences or types. Our
 * tables use identity columns and built-in types, and only `ranking_place` is partitioned.
 */
export async function readUnfit(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(`
    select distinct format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${isOurs} and (
      c.relkind = 'p' and c.relname <> 'ranking_place'
      or c.relkind = 'r' and exists (
        select from pg_attribute a
        join pg_type t on t.oid = atttypid left join pg_type item on item.oid = t.typelem
        where attrelid = c.oid and attnum > 0 and not attisdropped
          and coalesce(item.typnamespace, t.typnamespace) <> 'pg_catalog'::regnamespace
      )
      or c.relkind = 'r' and exists (
        select from pg_attrdef join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = pg_attrdef.oid
        join pg_class s on d.refclassid = 'pg_class'::regclass and s.oid = d.refobjid
        where adrelid = c.oid and s.relkind = 'S'
      )
    )
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Used sequences. They are not part of a snapshot: a later value is never too low for the rows. */
export function readSequences(tx: Tx): Promise<BackupEnd['sequences']> {
  return tx.query(`
    select format('%I.%I', n.nspname, c.relname) as name, pg_sequence_last_value(c.oid)::text as last
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${isOurs}
      and case when c.relkind = 'S' then pg_sequence_last_value(c.oid) end is not null
    order by 1`)
}
