export interface Statement {
  name: string | undefined;
  text: string;
}

/** Above the number of Snug's own statements. Each connection keeps all named ones. */
const MAX_NAMED_STATEMENTS = 500;

/** All columns of a table. If a server of the next release adds one, PostgreSQL rejects the prepared statement. */
const ALL_COLUMNS = /\b(?:select|returning) (?:"\w+"\.)?\*(?! from unnest\()/;

/** Hints for the other engine. PostgreSQL selects partial indexes by itself. */
const INDEX_HINT = / indexed by "\w+"/g;

const statements = new Map<string, Statement>();

export function toStatement(sql: string): Statement {
  const known = statements.get(sql);
  if (known) return known;
  const isNamed = statements.size < MAX_NAMED_STATEMENTS && !ALL_COLUMNS.test(sql);
  const name = isNamed ? `s${statements.size}` : undefined;
  const statement = { name, text: sql.replaceAll(INDEX_HINT, '') };
  if (isNamed) statements.set(sql, statement);
  return statement;
}
