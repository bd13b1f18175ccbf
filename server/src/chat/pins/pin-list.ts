import {
  type CommandOutput,
  MAX_LISTED_PINS,
  MAX_RESULT_BYTES,
  type Message,
  type PinCursor,
} from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readPeople } from '../../people/profiles/person.ts';
import { findPinned } from '../messages/message-lookup.ts';
import { listPinned } from './pin-store.ts';

/** The people, each with a name and an avatar, and the cursor. */
const MARGIN_BYTES = 500;
const PERSON_BYTES = 700;

const NEWEST: PinCursor = { pinnedAt: Number.MAX_SAFE_INTEGER, seq: 0 };

/** Without a check of access. */
export async function readPins(
  db: Db,
  roomId: string,
  before: PinCursor = NEWEST,
): Promise<CommandOutput<'list_pins'>> {
  const found = await listPinned(db, roomId, before, MAX_LISTED_PINS + 1);
  const ids = found.slice(0, MAX_LISTED_PINS).map(({ id }) => id);
  const all = await findPinned(db, roomId, ids);
  const fitting = new BoundedRows<Message>(MAX_RESULT_BYTES - MARGIN_BYTES);
  const uids = new Set<string>();
  all.every(message => {
    const { pinnedBy = '' } = message;
    const isAdded = fitting.add(message, uids.has(pinnedBy) ? 0 : PERSON_BYTES);
    if (isAdded) uids.add(pinnedBy);
    return isAdded;
  });
  const messages = fitting.rows;
  const last = messages.at(-1);
  const next = messages.length < found.length && last && { pinnedAt: last.pinnedAt ?? 0, seq: last.seq };
  return {
    messages,
    people: await readPeople(db, [...uids]),
    ...(next && { next }),
  };
}
