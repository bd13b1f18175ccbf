import type { LedgerKind } from '../ledger.ts';

export interface SkipReason {
  /** A sentence for people. */
  text: string;
  /** Somebody may look for it. */
  isMissed: boolean;
}

/** By name, or by the beginning of the name up to a dot. Readers of archives name them. */
const REASONS: Readonly<Record<string, SkipReason>> = {
  'room.not_chosen': { text: 'You did not name their room with --rooms.', isMissed: false },
};

const OTHER: SkipReason = { text: 'Snug has no place for them.', isMissed: true };

/** What arrives in another form, by name or beginning. */
const CHANGES: Readonly<Record<string, string>> = {};

const NAMES: Readonly<Record<LedgerKind, readonly [one: string, several: string]>> = {
  person: ['person', 'people'],
  room: ['room', 'rooms'],
  message: ['message', 'messages'],
  reaction: ['reaction', 'reactions'],
  file: ['file', 'files'],
  emoji: ['emoji', 'emoji'],
  pin: ['pin', 'pins'],
  mention: ['mention', 'mentions'],
  entry: ['entry of the archive', 'entries of the archive'],
};

export function describeSkip(reason: string): SkipReason {
  return find(REASONS, reason) ?? { ...OTHER, text: `${OTHER.text} (${reason})` };
}

export function describeChange(what: string): string {
  return find(CHANGES, what) ?? what;
}

export function nameKind(kind: LedgerKind, count = 2): string {
  const [one, several] = NAMES[kind];
  return count === 1 ? one : several;
}

/** Whether a reason has a sentence of its own. */
export function isKnownReason(reason: string): boolean {
  return find(REASONS, reason) !== undefined;
}

function find<Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined {
  for (let part = name; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.'))))
    if (Object.hasOwn(entries, part)) return entries[part];
  return undefined;
}
