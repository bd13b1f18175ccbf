import { type AuditCursor, type CommandInput, MAX_LISTED_AUDIT_ENTRIES } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { AUDIT_COLUMNS, type AuditRow } from '../../workspace/audit/audit-store.ts';

type Filters = Omit<CommandInput<'list_audit'>, 'before' | 'oldestFirst'>;

type ActorReads = Record<'actor' | 'both', ReturnType<typeof prepareReads>>;

/**
 * `keys`: the first columns of an index, which continues with the time. `isOperator`: of the command line, which has no id. The order
 * names the keys, because PostgreSQL does not see that a column that "is null" is constant, and would sort.
 */
function prepareReads(keys: readonly string[], isOperator: boolean) {
  const values = keys.filter(key => !(isOperator && key === 'actorId'));
  const isWanted = keys.map(key =>
    values.includes(key) ? `and "${key}" = $${values.indexOf(key) + 5}` : `and "${key}" is null`,
  );
  const prepareRead = (after: string, until: string, order: 'asc' | 'desc') =>
    prepared<[at: number, id: string, until: number, limit: number, ...values: string[]], AuditRow>(
      `select ${AUDIT_COLUMNS} from "audit" where ("at", "id") ${after} ($1, $2) and "at" ${until} $3 ${isWanted.join(' ')}
       order by ${[...keys, 'at', 'id'].map(column => `"${column}" ${order}`).join(', ')} limit $4`,
    );
  return { newestFirst: prepareRead('<', '>=', 'desc'), oldestFirst: prepareRead('>', '<', 'asc') };
}

const UNFILTERED = prepareReads([], false);
const OF_ACTION = prepareReads(['action'], false);
const [OF_PERSON, OF_COMMAND_LINE] = [false, true].map(isOperator => ({
  actor: prepareReads(['actorId'], isOperator),
  both: prepareReads(['actorId', 'action'], isOperator),
})) as [ActorReads, ActorReads];

const START: AuditCursor = { at: 0, id: '' };
const END: AuditCursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

/** `hasMore`: others follow. */
export async function readAuditRows(
  db: Db,
  { before, oldestFirst, ...filters }: CommandInput<'list_audit'>,
): Promise<{ rows: AuditRow[]; hasMore: boolean }> {
  const { uid, action, from = START.at, to = END.at } = filters;
  const read = chooseReads(filters)[oldestFirst ? 'oldestFirst' : 'newestFirst'];
  const values = [uid, action].filter(value => value !== undefined && value !== null);
  const { at, id } = findStart(before, oldestFirst ? { at: from, id: '' } : { at: to, id: '' }, oldestFirst);
  const rows = await read(db, at, id, oldestFirst ? to : from, MAX_LISTED_AUDIT_ENTRIES + 1, ...values);
  return { rows: rows.slice(0, MAX_LISTED_AUDIT_ENTRIES), hasMore: rows.length > MAX_LISTED_AUDIT_ENTRIES };
}

function chooseReads({ uid, action }: Filters) {
  if (uid === undefined) return action === undefined ? UNFILTERED : OF_ACTION;
  const reads = uid === null ? OF_COMMAND_LINE : OF_PERSON;
  return action === undefined ? reads.actor : reads.both;
}

/** The later one of the cursor and the bound of the filter, in the order of the list. */
function findStart(cursor: AuditCursor | undefined, bound: AuditCursor, oldestFirst: boolean): AuditCursor {
  if (!cursor) return bound;
  const isBeyond = oldestFirst ? cursor.at < bound.at : cursor.at >= bound.at;
  return isBeyond ? bound : cursor;
}
