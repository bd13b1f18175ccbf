import { type Message, parseEmojiReaction, type Reactions, toReply } from '@snug/protocol';

/** The loaded part of a log. */
export interface LoadedMessages {
  seq: number;
  /** By rising `seq`, without deleted ones, but with those that an admin removed. */
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** Ignores rows outside the loaded part: their page contains them later. */
export function mergeMessages(
  log: LoadedMessages,
  rows: readonly Message[],
  ownReaction?: OwnReaction,
): readonly Message[] {
  const { messages } = log;
  const last = messages.at(-1)?.seq ?? 0;
  const [first] = rows;
  const isArrival = first && rows.length === 1 && messages.length > 0 && first.seq > last && !log.hasNewer;
  // Most events: the other messages need no look.
  if (isArrival && first.deletedAt === undefined)
    return [...messages, mergeOwnReactions(first, undefined, ownReaction)];
  const oldest = log.hasOlder ? (messages[0]?.seq ?? log.seq + 1) : 0;
  const newest = log.hasNewer ? last : Number.POSITIVE_INFINITY;
  const bySeq = new Map(messages.map(message => [message.seq, message]));
  for (const row of rows) {
    const known = bySeq.get(row.seq);
    if (row.seq < oldest || row.seq > newest || (known && known.changedSeq >= row.changedSeq)) continue;
    if (row.deletedAt !== undefined && !row.removed) bySeq.delete(row.seq);
    else bySeq.set(row.seq, mergeOwnReactions(row, known, ownReaction));
  }
  return updateReplies(
    [...bySeq.values()].toSorted((a, b) => a.seq - b.seq),
    rows,
  );
}

/** Replies show their source as it is now, also if it is outside the loaded part. */
function updateReplies(messages: readonly Message[], sources: readonly Message[]): readonly Message[] {
  const byId = new Map(sources.map(source => [source.id, source]));
  return messages.map(message => {
    const source = message.reply && byId.get(message.reply.id);
    return source ? { ...message, reply: toReply(source) } : message;
  });
}

/** Nothing if the message is not loaded: its page contains the text, and a reply to it has the text already. */
export function withKnownText({ messages }: LoadedMessages, row: Message): Message[] {
  const known = messages.find(({ seq }) => seq === row.seq);
  return known ? [{ ...row, ...(known.text !== undefined && { text: known.text }) }] : [];
}

interface OwnReaction {
  emoji: string;
  on: boolean;
}

// Events are the same for all people. Only a result, or an event about this person, has their own reactions.
function mergeOwnReactions(row: Message, known: Message | undefined, own: OwnReaction | undefined): Message {
  if (!hasReactions(row)) return row;
  const key = own && parseEmojiReaction(own.emoji);
  const mine = own && key === undefined ? toggle(known?.mine, own.emoji, own.on) : known?.mine;
  const customMine = own && key !== undefined ? toggle(known?.customMine, key, own.on) : known?.customMine;
  return setOwnReactions(row, { mine: row.mine ?? mine, customMine: row.customMine ?? customMine });
}

function toggle(mine: readonly string[] = [], emoji: string, on: boolean): readonly string[] {
  const others = mine.filter(one => one !== emoji);
  return on ? [...others, emoji] : others;
}

export function hasReactions({ reactions, customReactions }: Message): boolean {
  return (reactions ?? customReactions) !== undefined;
}

/** Sorted like the counts. */
export function setOwnReactions(message: Message, { mine = [], customMine = [] }: OwnReactionLists): Message {
  const { reactions, customReactions } = message;
  return {
    ...message,
    ...(reactions && { mine: sortOwnReactions(reactions, mine) }),
    ...(customReactions && { customMine: sortOwnReactions(customReactions, customMine) }),
  };
}

export interface OwnReactionLists {
  mine?: readonly string[] | undefined;
  customMine?: readonly string[] | undefined;
}

function sortOwnReactions(reactions: Reactions, emoji: readonly string[]): string[] {
  return Object.keys(reactions).filter(one => emoji.includes(one));
}
