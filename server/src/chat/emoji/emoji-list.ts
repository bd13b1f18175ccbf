import {
  type AddedEmoji,
  type CommandInput,
  type CommandOutput,
  type CustomEmoji,
  type InitialState,
  MAX_INITIAL_EMOJI,
  MAX_INITIAL_EMOJI_BYTES,
  MAX_LISTED_WORKSPACE_ROWS,
  MAX_RESULT_BYTES,
} from '@snug/protocol';
import type { Caller } from '../../db/mutation.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import {
  EMOJI_COLUMNS,
  type EmojiRow,
  findEmoji,
  presentEmoji,
  readEmojiAfter,
  readEmojiVersion,
} from './emoji-store.ts';

const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 500;
/** More rows than fit into a result. */
const MAX_READ = 1_000;

/** A client that applies the rows in their order has a complete copy up to `version`. Change by change: each has a version of its own. */
export async function readEmoji(db: Db, after: number): Promise<CommandOutput<'list_emoji'>> {
  // The version first: a later change is newer than it, so the client reads it again.
  const newest = await readEmojiVersion(db);
  const rows = await readEmojiAfter(db, after, MAX_READ + 1);
  const fitting = new BoundedRows<CustomEmoji>(MAX_PAGE_BYTES);
  let version = after;
  for (const [index, row] of rows.entries()) {
    const isLeftOut = after === 0 && row.deletedAt !== null;
    if (index === MAX_READ || (!isLeftOut && !fitting.add(presentEmoji(row))))
      return { emoji: fitting.rows, version, more: true };
    version = row.version;
  }
  return { emoji: fitting.rows, version: Math.max(version, newest) };
}

/** For the state of a page: those of the names that show, with the first names of their pictures. Undefined if there never was an emoji. */
export async function readInitialEmoji(db: Db, names: readonly string[]): Promise<InitialState['emoji']> {
  const version = await readEmojiVersion(db);
  if (version === 0) return undefined;
  const found = await findEmoji(db, names);
  const others = [...found.values()].map(({ key }) => key).filter(key => !found.has(key));
  const firsts = new Map([...found, ...(await findEmoji(db, [...new Set(others)]))]);
  const shown = names.flatMap(name => {
    const row = found.get(name);
    const first = row && firsts.get(row.key);
    return row && first && isShown(row) && isShown(first) ? [first, row] : [];
  });
  const rows = [...new Set(shown)].slice(0, MAX_INITIAL_EMOJI);
  const fitting = new BoundedRows<CustomEmoji>(MAX_INITIAL_EMOJI_BYTES);
  rows.every(row => fitting.add(presentEmoji(row)));
  return { version, rows: fitting.rows };
}

function isShown({ deletedAt }: EmojiRow): boolean {
  return deletedAt === null;
}

/** No name begins with a letter behind it. */
const END = '~';
const selectFirstNames = prepared<[after: string, from: string, until: string, limit: number], EmojiRow>(
  `select ${EMOJI_COLUMNS} from "emoji" where "name" > $1 and "name" >= $2 and "name" < $3 and "key" = "name"
   order by "name" limit $4`,
);
const selectAddedBy = prepared<
  [uid: string, after: string, from: string, until: string, limit: number],
  EmojiRow
>(
  `select ${EMOJI_COLUMNS} from "emoji" where "addedBy" = $1 and "name" > $2 and "name" >= $3 and "name" < $4 and "key" = "name"
   order by "name" limit $5`,
);
const selectNames = preparedIn<[], EmojiRow>(
  `select ${EMOJI_COLUMNS} from "emoji" where "key" in ($values) and "deletedAt" is null`,
);

/** Throws `forbidden`, if the caller asks for those of others and is no workspace admin. */
export async function listWorkspaceEmoji(
  db: Db,
  caller: Caller,
  { mine, text, after = '' }: CommandInput<'list_workspace_emoji'>,
): Promise<CommandOutput<'list_workspace_emoji'>> {
  if (!mine) await accessWorkspace(db, caller);
  const from = text.toLowerCase();
  const range = [after, from, from + END, MAX_LISTED_WORKSPACE_ROWS + 1] as const;
  const found = await (mine ? selectAddedBy(db, caller.uid, ...range) : selectFirstNames(db, ...range));
  const rows = found.slice(0, MAX_LISTED_WORKSPACE_ROWS);
  const names = Map.groupBy(
    await selectNames(
      db,
      rows.map(({ key }) => key),
    ),
    ({ key }) => key,
  );
  const people = await readPeopleByUid(db, [...new Set(rows.map(({ addedBy }) => addedBy))]);
  const fitting = new BoundedRows<AddedEmoji>(MAX_PAGE_BYTES);
  rows.every(row => fitting.add(present(row, names.get(row.key) ?? [], people.get(row.addedBy))));
  const last = fitting.rows.at(-1);
  const isCut = found.length > fitting.rows.length;
  return { emoji: fitting.rows, ...(last && isCut && { next: last.key }) };
}

function present(row: EmojiRow, names: readonly EmojiRow[], addedBy: AddedEmoji['addedBy']): AddedEmoji {
  const { key, picture, animated, bytes, at, deletedAt } = row;
  return {
    key,
    names: names
      .map(({ name }) => name)
      .filter(name => name !== key)
      .toSorted(),
    ...(picture !== null && { picture }),
    ...(animated === 1 && { animated: true }),
    ...(bytes !== null && { bytes }),
    ...(addedBy && { addedBy }),
    at,
    ...(deletedAt !== null && { deletedAt }),
  };
}
