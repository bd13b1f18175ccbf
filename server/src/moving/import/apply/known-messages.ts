import { parseEmojiReaction } from '@snug/protocol';
import type { ImportedMessage } from '../import-source.ts';
import { type Ledger, ROOM_KINDS, type RoomKind } from '../ledger.ts';
import type { ImportedEmoji } from './imported-emoji.ts';
import type { ImportedPeople } from './imported-people.ts';
import { countParts } from './skip-message.ts';

/** A message that an earlier import has stored, as it is now. */
export interface KnownMessage {
  id: string;
  deletedAt: number | null;
  editedAt: number | null;
  pinnedAt: number | null;
  /** Numbers of people by emoji, as JSON. */
  reactions: string | null;
  customReactions: string | null;
}

interface Parts {
  ledger: Ledger;
  people: ImportedPeople;
  emoji: ImportedEmoji;
  room: string;
}

/** Counts messages that do not come again. An import changes no message: the report counts what happened to them in the source since. */
export function skipKnown(
  messages: readonly ImportedMessage[],
  known: ReadonlyMap<string, KnownMessage>,
  parts: Parts,
): void {
  const { ledger, room } = parts;
  const sums: Record<RoomKind, number> = { message: 0, file: 0, mention: 0, reaction: 0, pin: 0 };
  const later = { reaction: 0, pin: 0, edit: 0, deletion: 0 };
  for (const message of messages) {
    const stored = known.get(message.id);
    if (!stored) continue;
    const counts = countParts(message);
    for (const kind of ROOM_KINDS) sums[kind] += counts[kind];
    if (stored.deletedAt !== null) continue;
    const { edited, pinned, deleted } = message;
    if (deleted !== undefined) later.deletion++;
    if (edited && edited.count > 0 && Date.parse(edited.at) > (stored.editedAt ?? 0)) later.edit++;
    if (pinned && stored.pinnedAt === null) later.pin++;
    later.reaction += countLaterReactions(message, stored, parts);
  }
  for (const kind of ROOM_KINDS) {
    const ofLater = kind === 'reaction' || kind === 'pin' ? later[kind] : 0;
    if (ofLater > 0) ledger.skip({ kind, reason: `${kind}.later`, room }, ofLater);
    if (sums[kind] > ofLater) ledger.skip({ kind, reason: 'already_here', room }, sums[kind] - ofLater);
  }
  if (later.edit > 0) ledger.change('message.edited_later', later.edit);
  if (later.deletion > 0) ledger.change('message.deleted_later', later.deletion);
}

/** At least so many: people here may have added the same emoji. */
function countLaterReactions(
  { reactions = {} }: ImportedMessage,
  stored: KnownMessage,
  { people, emoji }: Parts,
): number {
  let count = 0;
  const [standard, custom] = [parseCounts(stored.reactions), parseCounts(stored.customReactions)];
  for (const [name, ids] of Object.entries(reactions)) {
    if (!emoji.isReaction(name)) continue;
    const key = parseEmojiReaction(name);
    const uids = new Set(ids.flatMap(id => people.find(id)?.uid ?? []));
    count += Math.max(0, uids.size - ((key === undefined ? standard[name] : custom[key]) ?? 0));
  }
  return count;
}

function parseCounts(json: string | null): Record<string, number> {
  return json === null ? {} : (JSON.parse(json) as Record<string, number>);
}
