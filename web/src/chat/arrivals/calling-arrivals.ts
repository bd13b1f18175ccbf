import type { Arrival, Chat } from '@snug/client';
import { AlertWordIndex, CommandError, MAX_PREVIEW_LENGTH, type NotificationSettings } from '@snug/protocol';
import { findArrivedMessage } from './arrived-message.ts';

interface Parts extends Pick<Chat, 'findOpenRoom' | 'roomList'> {
  connection: Pick<Chat['connection'], 'command'>;
}

type Wishes = Pick<NotificationSettings, 'words' | 'conversations'>;

/** Of messages that neither mention nor answer the person, those that have one of their words, or that reply in a conversation they follow. */
export async function findCallingArrivals(
  chat: Parts,
  { words, conversations }: Wishes,
  others: readonly Arrival[],
): Promise<Arrival[]> {
  const index = new AlertWordIndex([['me', words]]);
  const found = await Promise.all(
    [...Map.groupBy(others, ({ roomId }) => roomId)].map(async ([roomId, arrivals]) => {
      const texts = words.length > 0 ? await readTexts(chat, roomId, arrivals) : new Map<number, string>();
      const followed = conversations ? await readFollowed(chat, roomId, arrivals) : new Set<string>();
      return arrivals.filter(
        ({ seq, rootId }) => index.find(texts.get(seq) ?? '').size > 0 || (rootId && followed.has(rootId)),
      );
    }),
  );
  return found.flat();
}

/** By seq. The list of rooms has the newest message only, and truncates it. */
async function readTexts(
  chat: Parts,
  roomId: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const unknown: number[] = [];
  for (const { seq } of arrivals) {
    const message = findArrivedMessage(chat, roomId, seq);
    if (message && (message.isWhole || isShort(message.text))) texts.set(seq, message.text ?? '');
    else unknown.push(seq);
  }
  if (unknown.length === 0) return texts;
  const input = { roomId, after: Math.min(...unknown) - 1 };
  const { messages = [] } = (await tryCommand(chat.connection.command('get_messages', input))) ?? {};
  for (const { seq, text } of messages) texts.set(seq, text ?? '');
  return texts;
}

/** Too short for a truncated text, also of a room with a long name. */
function isShort(text = ''): boolean {
  return text.length < MAX_PREVIEW_LENGTH / 4;
}

async function readFollowed(
  { connection }: Parts,
  roomId: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlySet<string>> {
  const rootIds = [...new Set(arrivals.flatMap(({ rootId }) => rootId ?? []))];
  if (rootIds.length === 0) return new Set();
  const result = await tryCommand(connection.command('get_follows', { roomId, rootIds }));
  return new Set(result?.rootIds);
}

/** Without a connection, or without access by now, nothing calls. */
async function tryCommand<Output>(sent: Promise<Output>): Promise<Output | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return undefined;
  }
}
