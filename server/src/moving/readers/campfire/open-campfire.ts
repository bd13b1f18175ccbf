import { MAX_DIRECT_PEOPLE } from '@snug/protocol';
import { deriveId } from '../../../base/derived-id.ts';
import type { RoomLine } from '../../../export/format/lines.ts';
import type { Archive } from '../../archive/archive.ts';
import type { ImportedPerson, ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { ArchiveFiles, type ReaderOptions } from '../archive-files.ts';
import { NOBODY, toName } from '../names.ts';
import { toPages } from '../to-pages.ts';
import { type CampfireDatabase, findDatabase, openDatabase, type Row } from './campfire-database.ts';
import { type CampfireIndex, readCampfireRoom } from './campfire-messages.ts';
import { readNumber, readText, readTime } from './campfire-values.ts';

/** Of a file of Active Storage: two folders with its first letters, then its key. */
const FILE = /(?:^|\/)([a-z0-9]{2})\/([a-z0-9]{2})\/(\1\2[a-z0-9]+)$/;
const [ADMIN, BOT] = [1, 2];
const ACTIVE = 0;

/** The folder `storage` of Campfire, or its database alone. Throws an `ArchiveError`. */
export async function openCampfire(
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions = {},
): Promise<ImportSource> {
  const path = await findDatabase(archive);
  const database = await openDatabase(archive, path, options.folder);
  try {
    ledger.read('entry');
    ledger.store('entry');
    return toSource(database, ledger, archive, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function toSource(
  database: CampfireDatabase,
  ledger: Ledger,
  archive: Archive,
  options: ReaderOptions,
): ImportSource {
  const [account] = database.all('select created_at from accounts order by id limit 1');
  const workspace = `campfire/${account ? readText(account, 'created_at') : ''}`;
  const files = new ArchiveFiles(archive, options);
  const paths = new Map(
    [archive, options.files]
      .flatMap(each => [...(each?.entries.keys() ?? [])])
      .flatMap(path => {
        const key = FILE.exec(path)?.[3];
        return key === undefined ? [] : [[key, path] as const];
      }),
  );
  const people = readPeople(database, { workspace, files, paths });
  const added: ImportedPerson[] = [];
  ledger.read('person', people.size);
  const index: CampfireIndex = {
    workspace,
    ledger,
    files,
    database,
    paths,
    findPerson: id => people.get(id),
    unknown() {
      const known = people.get(0);
      if (known) return known;
      const person: ImportedPerson = {
        id: deriveId(0, workspace, 'user', 0),
        sourceId: '0',
        name: NOBODY,
        placeholder: true,
      };
      people.set(0, person);
      added.push(person);
      ledger.read('person');
      return person;
    },
  };
  const listed = [...people.values()];
  const rooms = planRooms(index);
  return {
    kind: 'campfire',
    title: 'Campfire',
    workspace,
    ledger,
    people: () => toPages(listed),
    emoji: () => toPages([]),
    rooms: () => toPages([...rooms.values()].map(({ line }) => line)),
    messages: async function* ({ id, name }) {
      const takeAdded = () => (added.length > 0 ? { people: added.splice(0) } : {});
      for await (const batch of readCampfireRoom(index, { rooms: rooms.get(id)?.ids ?? [], name }))
        yield { ...batch, ...takeAdded() };
      // The author of messages that do not come.
      if (added.length > 0) yield { messages: [], ...takeAdded() };
    },
    openFile: id => files.open(id),
    close: async () => database.close(),
  };
}

function readPeople(
  database: CampfireDatabase,
  { workspace, files, paths }: Pick<CampfireIndex, 'workspace' | 'files' | 'paths'>,
): Map<number, ImportedPerson> {
  const rows = database.all(
    `select u.id, u.name, u.email_address, u.role, u.status, u.created_at, u.updated_at, b.key as avatar from users u
      left join active_storage_attachments a on a.record_type = 'User' and a.record_id = u.id and a.name = 'avatar'
      left join active_storage_blobs b on b.id = a.blob_id order by u.id`,
  );
  return new Map(
    rows.map(row => {
      const sourceId = readNumber(row, 'id');
      const id = deriveId(0, workspace, 'user', sourceId);
      const isBot = readNumber(row, 'role') === BOT;
      const isActive = readNumber(row, 'status') === ACTIVE;
      // Campfire changes the address of a deactivated account.
      const email = isActive ? readText(row, 'email_address').toLowerCase() : '';
      const joinedAt = readTime(row, 'created_at');
      const goneAt = readTime(row, 'updated_at') ?? 0;
      const path = paths.get(readText(row, 'avatar'));
      const picture = path === undefined ? undefined : files.find([path]);
      const person: ImportedPerson = {
        id,
        sourceId: String(sourceId),
        name: toName(readText(row, 'name'), NOBODY),
        ...(email !== '' && !isBot && { email }),
        ...(isBot && { bot: true as const }),
        ...(!isActive && { suspendedAt: new Date(goneAt).toISOString() }),
        ...(joinedAt !== undefined && { joinedAt: new Date(joinedAt).toISOString() }),
        ...(readNumber(row, 'role') === ADMIN && { workspaceAdmin: true as const }),
        ...(picture && { avatar: files.add(deriveId(0, id, 'avatar'), picture, 'avatar').id }),
      };
      return [sourceId, person];
    }),
  );
}

/** Direct rooms of the same people are one. */
function planRooms(index: CampfireIndex): Map<string, { line: RoomLine; ids: number[] }> {
  const { database, ledger } = index;
  const members = Map.groupBy(
    database.all('select room_id, user_id, created_at from memberships order by id'),
    row => readNumber(row, 'room_id'),
  );
  const rooms = new Map<string, { line: RoomLine; ids: number[] }>();
  for (const row of database.all(
    `select r.*, (select max(m.created_at) from messages m where m.room_id = r.id) as last_at from rooms r order by r.id`,
  )) {
    ledger.read('room');
    const id = readNumber(row, 'id');
    const isEmpty = readTime(row, 'last_at') === undefined;
    if (isEmpty && readText(row, 'type') === 'Rooms::Direct') {
      ledger.skip({ kind: 'room', reason: 'room.empty' });
      continue;
    }
    const line = toRoom(index, row, members.get(id) ?? []);
    const known = rooms.get(line.id);
    if (known) {
      known.ids.push(id);
      ledger.skip({ kind: 'room', reason: 'room.merged' });
    } else rooms.set(line.id, { line, ids: [id] });
  }
  return rooms;
}

function toRoom({ workspace, findPerson }: CampfireIndex, row: Row, members: readonly Row[]): RoomLine {
  const id = readNumber(row, 'id');
  const type = readText(row, 'type');
  const creator = findPerson(readNumber(row, 'creator_id'));
  const lastAt = readTime(row, 'last_at');
  const persons = members.flatMap(member => findPerson(readNumber(member, 'user_id')) ?? []);
  const uids = [...new Set(persons.map(person => person.id))].toSorted();
  const isDirect = type === 'Rooms::Direct' && uids.length > 0 && uids.length <= MAX_DIRECT_PEOPLE;
  const names = persons.map(({ name }) => name).join(', ');
  return {
    id: isDirect ? deriveId(0, workspace, 'direct', ...uids) : deriveId(0, workspace, 'room', id),
    kind: isDirect ? 'direct' : type === 'Rooms::Open' ? 'open' : 'private',
    name: isDirect ? '' : toName(readText(row, 'name'), names || 'Room'),
    description: '',
    createdAt: new Date(readTime(row, 'created_at') ?? 0).toISOString(),
    ...(creator && { createdBy: creator.id }),
    ...(lastAt !== undefined && { lastAt: new Date(lastAt).toISOString() }),
    ...(isDirect && { people: uids }),
    members: isDirect
      ? []
      : persons
          .filter(({ bot }) => !bot)
          .map(person => ({ uid: person.id, role: person === creator ? 'admin' : 'member' })),
  };
}
