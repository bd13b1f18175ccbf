import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import type { Archive } from '../../../archive/archive.ts';
import { openArchive } from '../../../archive/open-archive.ts';

const TABLES = `
  create table "accounts" (id integer primary key, name text, created_at text);
  create table "users" (id integer primary key, name text, email_address text, role integer, status integer, bot_token text,
    password_digest text, created_at text, updated_at text);
  create table "rooms" (id integer primary key, name text, type text, creator_id integer, created_at text);
  create table "memberships" (id integer primary key, room_id integer, user_id integer, created_at text);
  create table "messages" (id integer primary key, room_id integer, creator_id integer, created_at text);
  create table "boosts" (id integer primary key, message_id integer, booster_id integer, content text);
  create table "action_text_rich_texts" (id integer primary key, name text, body text, record_type text, record_id integer,
    created_at text, updated_at text);
  create table "active_storage_blobs" (id integer primary key, key text, filename text);
  create table "active_storage_attachments" (id integer primary key, name text, record_type text, record_id integer, blob_id integer);
`;

export interface CampfireMessage {
  room: number;
  creator: number;
  body?: string;
  second: number;
  /** Seconds later. */
  edited?: number;
  boosts?: readonly [user: number, content: string][];
  /** The key of a file. */
  file?: string;
}

export interface CampfireStorage {
  messages: readonly CampfireMessage[];
  /** Contents by key. */
  files?: Readonly<Record<string, string>>;
}

function toCampfireTime(second: number): string {
  return `${new Date(Date.UTC(2023, 10, 14) + second * 1000).toISOString().replace('T', ' ').replace('Z', '')}456`;
}

function toSignedId(target: string): string {
  const data = JSON.stringify({ _rails: { data: `gid://campfire/${target}?expires_in`, pur: 'attachable' } });
  return `${Buffer.from(data).toString('base64')}--0123456789abcdef`;
}

export function mention(user: number): string {
  return `<action-text-attachment sgid="${toSignedId(`User/${user}`)}" content-type="application/vnd.campfire.mention"></action-text-attachment>`;
}

/** Its id cannot be read. */
const BROKEN_MENTION =
  '<action-text-attachment sgid="?" content-type="application/vnd.campfire.mention"></action-text-attachment>';

/** A small Campfire: Ann is its admin, Ben a member, Cat left, Dot is a bot. */
export async function openCampfireStorage(storage: CampfireStorage): Promise<Archive> {
  return openArchive(writeCampfireStorage(storage));
}

/** Returns its folder. */
export function writeCampfireStorage({ messages, files = {} }: CampfireStorage): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'db'));
  const database = new DatabaseSync(join(folder, 'db', 'production.sqlite3'));
  database.exec(`${TABLES}; begin`);
  const insert = (table: string, ...values: (string | number | null)[]) =>
    database.prepare(`insert into "${table}" values (${values.map(() => '?').join(', ')})`).run(...values);
  const time = toCampfireTime(0);
  insert('accounts', 1, 'Example', time);
  const users = [
    ['Ann Example', 'Ann@example.com', 1, 0],
    ['Ben Example', 'ben@example.com', 0, 0],
    ['Cat Example', 'cat-deactivated-1@example.com', 0, 1],
    ['Dot', null, 2, 0],
  ] as const;
  for (const [index, [name, email, role, status]] of users.entries())
    insert('users', index + 1, name, email, role, status, 'SECRET', 'SECRET', time, time);
  const rooms = [
    ['All Talk', 'Rooms::Open', [1, 2, 4]],
    ['Designers', 'Rooms::Closed', [1, 2]],
    [null, 'Rooms::Direct', [1, 2]],
    [null, 'Rooms::Direct', [2, 1]],
    [null, 'Rooms::Direct', [1, 3]],
  ] as const;
  for (const [index, [name, type, members]] of rooms.entries()) {
    insert('rooms', index + 1, name, type, 1, time);
    for (const user of members) insert('memberships', null, index + 1, user, time);
  }
  for (const [index, { room, creator, body, second, edited = 0, boosts = [], file }] of messages.entries()) {
    const [id, at] = [index + 1, toCampfireTime(second)];
    insert('messages', id, room, creator, at);
    if (body !== undefined)
      insert(
        'action_text_rich_texts',
        null,
        'body',
        body,
        'Message',
        id,
        at,
        toCampfireTime(second + edited),
      );
    for (const [user, content] of boosts) insert('boosts', null, id, user, content);
    if (file !== undefined) {
      insert('active_storage_blobs', id, file, `${file}.png`);
      insert('active_storage_attachments', null, 'attachment', 'Message', id, id);
    }
  }
  database.exec('commit');
  database.close();
  for (const [key, content] of Object.entries(files)) {
    const path = join(folder, 'files', key.slice(0, 2), key.slice(2, 4));
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, key), content);
  }
  return folder;
}

export function openCampfireKinds(): Promise<Archive> {
  return openCampfireStorage({
    messages: [
      {
        room: 1,
        creator: 1,
        second: 1,
        body: `<div>Hello <strong>bold</strong> <em>it</em> <del>gone</del><br>${mention(2)}, see <a href="https://a.example">this</a></div>`,
        boosts: [
          [2, '👍'],
          [1, '❤'],
          [4, 'nice work!'],
        ],
      },
      {
        room: 1,
        creator: 2,
        second: 2,
        edited: 60,
        body: '<blockquote>quoted</blockquote><ul><li>one</li><li>two</li></ul><pre>code\n  more</pre>',
      },
      { room: 1, creator: 4, second: 3, body: '<div>built</div>' },
      { room: 1, creator: 9, second: 4, body: `<div>gone ${mention(9)} ${BROKEN_MENTION}</div>` },
      { room: 1, creator: 1, second: 5, file: 'abcd1234' },
      { room: 1, creator: 1, second: 6, file: 'lost5678', body: '<div>lost</div>' },
      { room: 1, creator: 1, second: 7, body: '<div> </div>' },
      {
        room: 1,
        creator: 1,
        second: 8,
        body: '<div><action-text-attachment content-type="application/vnd.actiontext.opengraph-embed" href="https://a.example" filename="Title"></action-text-attachment></div>',
      },
      { room: 2, creator: 2, second: 9, body: '<p>One</p><p>Two &amp; three</p>' },
      { room: 3, creator: 2, second: 11, body: 'second' },
      { room: 4, creator: 1, second: 10, body: 'first' },
    ],
    files: { abcd1234: 'picture' },
  });
}
