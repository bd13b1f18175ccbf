import { type Mention, type Message, selectMentions, selfTopic } from '@snug/protocol';
import type { MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { findReaders, type RoomAccess } from '../rooms/room-access-store.ts';
import { TRIMMED_SEQ } from '../rooms/trimmed-log.ts';
import {
  deleteMentions,
  findBlockers,
  insertMention,
  isSmallRoom,
  keepAsReply,
  listByMessage,
  type StoredMention,
} from './mention-store.ts';
import { listMentioned, mentionsEveryone } from './message-mentions.ts';
import { takeOutsideMentions } from './outside-store.ts';

type Mentions = Pick<Message, 'mentions' | 'mentioned'>;

/**
 * Those of the ranges that are valid, name a person who exists, and that the author may use; with these people. In a private or direct
 * room, they can read it: others stay unknown to the guests in the room.
 */
export async function readMentions(
  db: Db,
  { now }: Pick<MutationContext, 'now'>,
  roomId: string,
  { kind, role }: Pick<RoomAccess, 'kind' | 'role'>,
  { text = '', mentions = [] }: { text?: string | undefined; mentions?: readonly Mention[] | undefined },
): Promise<Mentions> {
  const valid = selectMentions(text, mentions);
  if (valid.length === 0) return {};
  const uids = listMentioned(valid);
  const readers = kind === 'open' ? undefined : await findReaders(db, roomId, uids, now);
  const people = await readPeopleByUid(db, readers?.keys() ?? uids);
  const canMentionEveryone = mentionsEveryone(valid) && (role === 'admin' || (await isSmallRoom(db, roomId)));
  const kept = valid.filter(({ uid }) => (uid === null ? canMentionEveryone : people.has(uid)));
  if (kept.length === 0) return {};
  const mentioned = uids.map(uid => people.get(uid)).filter(person => person !== undefined);
  return { mentions: kept, ...(mentioned.length > 0 && { mentioned }) };
}

/**
 * Stores whom a new message mentions or answers, of those who may read it, have not blocked its author, and have accepted
 * its room. Returns the events for them.
 */
export async function addMentions(db: Db, call: MutationContext, message: Message): Promise<Publication[]> {
  const { roomId, seq, createdAt: at, author, reply } = message;
  const answered = reply && !reply.deleted ? [reply.author.uid] : [];
  const named = listMentioned(message.mentions ?? []);
  const uids = [...new Set([...named, ...answered])].filter(uid => uid !== author.uid);
  if (uids.length === 0) return [];
  const readers = await findReaders(db, roomId, uids, call.now);
  const blockers = await findBlockers(db, author.uid, uids);
  const concerned = uids.flatMap(uid => {
    const reader = readers.get(uid);
    return !reader || reader.request !== null || blockers.has(uid)
      ? []
      : [{ userId: uid, outside: reader.role === null ? 1 : null }];
  });
  const wanted = concerned.filter(({ outside }) => outside !== null).length;
  let outsideLeft = await takeOutsideMentions(db, author.uid, wanted, call.now);
  const publications: Publication[] = [];
  for (const { userId, outside } of concerned) {
    if (outside !== null && outsideLeft-- <= 0) continue;
    const kind = named.includes(userId) ? 'person' : 'reply';
    await insertMention(db, { userId, roomId, seq, kind, at, authorId: author.uid, outside });
    publications.push(toPublication(message, { userId, outside }, true));
  }
  return publications;
}

/** After an edit or a deletion, as far as the message no longer mentions or answers people. */
export async function removeMentions(db: Db, message: Message): Promise<Publication[]> {
  const { roomId, seq, mentions = [], reply } = message;
  const named = new Set(listMentioned(mentions));
  const stored = await listByMessage(db, roomId, seq);
  const unnamed = stored.filter(({ userId, kind }) => kind === 'person' && !named.has(userId));
  const replies = stored.filter(({ kind }) => kind === 'reply');
  // Nobody knows the author of a trimmed source any more.
  const isAnswered = ({ userId, kind }: (typeof stored)[number]) =>
    reply?.seq === TRIMMED_SEQ ? kind === 'reply' : userId === reply?.author.uid;
  const answered = (rows: typeof stored) => rows.filter(isAnswered);
  for (const { userId } of answered(unnamed)) await keepAsReply(db, roomId, seq, userId);
  const kept = new Set([...answered(unnamed), ...answered(replies)].map(({ userId }) => userId));
  const removed = [...unnamed, ...replies].filter(({ userId }) => !kept.has(userId));
  await deleteMentions(
    db,
    roomId,
    seq,
    removed.map(({ userId }) => userId),
  );
  return removed.map(mention => toPublication(message, mention, false));
}

function toPublication(
  { roomId, changedSeq: at, seq: messageSeq, author }: Message,
  { userId, outside }: Pick<StoredMention, 'userId' | 'outside'>,
  on: boolean,
): Publication {
  const change = {
    roomId,
    at,
    messageSeq,
    authorId: author.uid,
    on,
    ...(outside && { outside: true as const }),
  };
  return { topic: selfTopic(userId), event: { type: 'mention_changed', ...change } };
}
