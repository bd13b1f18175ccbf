import { isDeepStrictEqual } from 'node:util';
import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  type Presence,
  parseEmojiReaction,
  personTopic,
  type Status,
} from '@snug/protocol';
import { isShownEmoji } from '../../chat/emoji/access.ts';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { storePresences } from '../presence/presence-store.ts';
import { accessSelf } from '../profiles/access.ts';
import { readShownPresences, toStatus } from './shown-presence.ts';
import { findStatuses, storePause, storeStatus } from './status-store.ts';

const setStatus: Mutation<CommandInput<'set_status'>, CommandOutput<'set_status'>> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, input) {
    await accessSelf(db, uid);
    const known = (await findStatuses(db, [uid])).get(uid);
    const status = toWanted(input, now);
    // One that is over is stored, and not shown.
    const isKnown = isDeepStrictEqual(status, (known && toStatus(known, now)) ?? {});
    if (!isKnown) {
      await assertShown(db, status);
      await storeStatus(db, uid, status);
    }
    const presence = await readOwnPresence(db, uid, now);
    return { output: { presence }, publications: isKnown ? [] : [toPublication(presence)] };
  },
};

async function assertShown(db: Db, { emoji = '' }: Status): Promise<void> {
  const key = parseEmojiReaction(emoji);
  if (key !== undefined && !(await isShownEmoji(db, key)))
    throw new CommandError('not_found', 'The workspace has no such emoji');
}

function toWanted({ emoji, text, until }: CommandInput<'set_status'>, now: number): Status {
  if ((emoji === undefined && text === undefined) || (until !== undefined && until <= now)) return {};
  return {
    ...(emoji !== undefined && { emoji }),
    ...(text !== undefined && { text }),
    ...(until !== undefined && { until }),
  };
}

/** Who sets something is there, also without a connection. */
async function readOwnPresence(db: Db, uid: string, now: number): Promise<Presence> {
  const shown = (await readShownPresences(db, [uid], now)).get(uid);
  if (shown) return shown;
  await storePresences(db, [{ uid, state: 'offline', lastChanged: now }]);
  const stored = (await readShownPresences(db, [uid], now)).get(uid);
  if (!stored) throw new CommandError('unavailable');
  return stored;
}

/** Shows others that the person has paused their notifications; null ends it. The caller holds the person's lock. */
export async function showPause(
  db: Db,
  { uid, now }: Pick<MutationContext, 'uid' | 'now'>,
  until: number | null,
): Promise<Publication[]> {
  const known = (await findStatuses(db, [uid])).get(uid)?.pausedUntil ?? null;
  if (until === known) return [];
  await storePause(db, uid, until);
  return [toPublication(await readOwnPresence(db, uid, now))];
}

/** Ends the statuses and pauses that are over. A repetition changes nothing. */
const endStatuses: Mutation<{ uids: readonly string[] }, object> = {
  lockKeys: (_call, { uids }) => uids.map(uid => `person:${uid}` as const),

  async run(db, { now }, { uids }) {
    const changed: string[] = [];
    for (const { uid, until, pausedUntil } of (await findStatuses(db, uids)).values()) {
      const [isOver, isPauseOver] = [until, pausedUntil].map(end => end !== null && end <= now);
      if (isOver) await storeStatus(db, uid, {});
      if (isPauseOver) await storePause(db, uid, null);
      if (isOver || isPauseOver) changed.push(uid);
    }
    const presences = changed.length > 0 ? await readShownPresences(db, changed, now) : new Map();
    return { output: {}, publications: [...presences.values()].map(toPublication) };
  },
};

function toPublication(presence: Presence): Publication {
  return { topic: personTopic(presence.uid), event: { type: 'presence_changed', presence } };
}

export const STATUS_MUTATIONS = { set_status: setStatus, end_statuses: endStatuses };
