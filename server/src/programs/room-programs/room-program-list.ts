import {
  type CommandInput,
  type CommandOutput,
  MAX_LISTED_ROOM_TOKENS,
  MAX_RESULT_BYTES,
  type Person,
  type RoomProgram,
} from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { listTokensInRoom, type RoomTokenRow } from '../tokens/token-room-store.ts';
import { listWebhooksInRoom, type WebhookRow } from '../webhooks/webhook-store.ts';

const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

type People = ReadonlyMap<string, Person>;

/** Without a check whether the caller moderates the room. */
export async function listRoomPrograms(
  db: Db,
  now: number,
  { roomId, before }: CommandInput<'list_room_programs'>,
): Promise<CommandOutput<'list_room_programs'>> {
  const webhooks = before === undefined ? await listWebhooksInRoom(db, roomId) : [];
  const tokens = await listTokensInRoom(db, roomId, before, MAX_LISTED_ROOM_TOKENS + 1);
  const page = tokens.slice(0, MAX_LISTED_ROOM_TOKENS);
  const uids = [...webhooks.map(row => row.createdBy), ...page.flatMap(row => [row.createdBy, row.userId])];
  const people = await readPeopleByUid(db, uids);
  const fitting = new BoundedRows<RoomProgram>(MAX_LIST_BYTES);
  for (const webhook of webhooks) for (const row of presentWebhook(webhook, people)) fitting.add(row);
  let next = before;
  for (const token of page) {
    const isCut = presentToken(token, people, now).some(row => !fitting.add(row));
    if (isCut) return { programs: fitting.rows, ...(next !== undefined && { next }) };
    next = token.programId;
  }
  const hasMore = tokens.length > page.length;
  return { programs: fitting.rows, ...(hasMore && next !== undefined && { next }) };
}

/** Empty without its person, whose account may be gone meanwhile. */
function presentWebhook(row: WebhookRow, people: People): RoomProgram[] {
  const owner = people.get(row.createdBy);
  if (!owner) return [];
  const { id, createdAt, lastSuccessAt } = row;
  return [
    {
      id,
      kind: 'webhook',
      person: owner,
      owner,
      host: new URL(row.url).host,
      createdAt,
      ...(lastSuccessAt !== null && { lastUsedAt: lastSuccessAt }),
      ...(row.paused !== null && { paused: true }),
    },
  ];
}

/** Empty also for an expired one. */
function presentToken(row: RoomTokenRow, people: People, now: number): RoomProgram[] {
  const [person, owner] = [people.get(row.userId), people.get(row.createdBy)];
  if (!person || !owner || row.expiresAt <= now) return [];
  const { programId: id, createdAt, expiresAt, lastUsedAt } = row;
  return [
    { id, kind: 'token', person, owner, createdAt, expiresAt, ...(lastUsedAt !== null && { lastUsedAt }) },
  ];
}
