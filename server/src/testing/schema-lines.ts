import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { isOnPostgres } from './select-engine.ts';

const POSTGRES = [
  `select c.table_name || '.' || c.column_name || ' '
    || case c.data_type when 'timestamp with time zone' then 'timestamptz' else c.data_type end
    || coalesce(' collate ' || c.collation_name, '')
    || case when c.is_nullable = 'NO' and k.column_name is null then ' not null' else '' end
    || coalesce(' default ' || c.column_default, '') as "line"
    from information_schema.columns c left join (information_schema.key_column_usage k
      join information_schema.table_constraints t on t.constraint_type = 'PRIMARY KEY' and t.constraint_name = k.constraint_name
        and t.table_name = k.table_name)
      on k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = 'public'`,
  `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as "line"
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')`,
  `select pg_get_indexdef(indexrelid) as "line" from pg_index i join pg_class c on c.oid = i.indexrelid
    where relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  `select pg_get_triggerdef(oid) as "line" from pg_trigger where not tgisinternal`,
];

const TABLES = `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')`;
const KEY = (pragma: string, name: string) =>
  `(select group_concat(name, ', ') from (select name from ${pragma} order by ${name}))`;
const SQLITE = [
  `select t.name || '.' || c.name || ' ' || lower(c.type) || iif(c."notnull" and c.pk = 0, ' not null', '')
    || iif(c.dflt_value is null, '', ' default ' || c.dflt_value) as "line"
    from (${TABLES}) t, pragma_table_xinfo(t.name) c`,
  `select t.name || ' PRIMARY KEY ' || ${KEY('pragma_table_info(t.name) where pk > 0', 'pk')} as "line"
    from (${TABLES}) t where exists (select 1 from pragma_table_info(t.name) where pk > 0)`,
  `select t.name || ' FOREIGN KEY ' || group_concat(f."from", ', ') || ' REFERENCES ' || f."table" || ' '
    || coalesce(group_concat(f."to", ', '), (select name from pragma_table_info(f."table") where pk = 1))
    || iif(f.on_delete = 'NO ACTION', '', ' ON DELETE ' || f.on_delete) as "line"
    from (${TABLES}) t, pragma_foreign_key_list(t.name) f group by t.name, f.id`,
  `select t.name || ' UNIQUE ' || ${KEY('pragma_index_info(i.name)', 'seqno')} as "line"
    from (${TABLES}) t, pragma_index_list(t.name) i where i.origin = 'u'`,
  `select sql as "line" from sqlite_schema where type in ('index', 'trigger') and sql is not null`,
  `select 'without rowid: ' || group_concat(name, ' ') as "line"
    from (select name from pragma_table_list where schema = 'main' and wr and type = 'table' order by name)`,
];

/** The columns, constraints, indexes and triggers of a database, sorted. Both engines write those of a kind alike. */
export async function readSchemaLines(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const query of isOnPostgres ? POSTGRES : SQLITE) {
    const { rows } = await sql.raw<{ line: string }>(query).execute(db);
    lines.push(...rows.map(({ line }) => simplify(line)));
  }
  return lines.filter(line => !/kysely|message_words_|sqlite_schema/.test(line)).toSorted();
}

function simplify(line: string): string {
  const text = line
    .replaceAll(/["()]|::\w+|public\.| using btree/gi, match => (match === '(' ? ' ' : ''))
    .replaceAll(/\b[A-Z]{2,}\b/g, word => word.toLowerCase())
    .replaceAll(/\s+/g, ' ')
    .trim();
  // A unique index without a condition is a constraint.
  const unique = /^create unique index \w+ on (?<table>\w+) (?<columns>(?:\w+, )*\w+)$/.exec(text)?.groups;
  return unique ? `${unique.table} unique ${unique.columns}` : text;
}
