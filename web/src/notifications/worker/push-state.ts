import { MAX_JOINED_ROOMS, type PushHead, type PushNotice } from '@snug/protocol';

/** What this device knows of a tag: the newest `seq` that the person has read, and the newest one that it has shown. */
interface TagState {
  read: number;
  shown: number;
}

/** Stored by the browser: docs/persisted.md. */
export interface PushState {
  epoch?: string | undefined;
  /** The one that changed last is the last. */
  tags: Record<string, TagState>;
}

export const NO_PUSH_STATE: PushState = { tags: {} };

/** A page that starts reads all rooms of its person at once. The others are those of reminders and summaries. */
const MAX_TAGS = MAX_JOINED_ROOMS + 200;

export interface PushDecision {
  state: PushState;
  /** Notifications of another epoch close, too. */
  isNewEpoch: boolean;
  /** By tag: notifications up to this `seq` close. */
  closed: Readonly<Record<string, number>>;
  /** Undefined if nothing is shown. */
  shown?: { isSilent: boolean } | undefined;
}

interface Circumstances {
  /** Whether a notification with the tag of the push is on the screen. */
  isVisible: boolean;
  /** Some push services end a subscription if a push shows nothing. */
  mustShow: boolean;
}

/** Pushes may overtake each other, come twice, or come after their messages are read. */
export function decidePush(
  before: PushState,
  push: PushHead | (PushHead & PushNotice),
  { isVisible, mustShow }: Circumstances,
): PushDecision {
  const isNewEpoch = push.epoch !== undefined && before.epoch !== undefined && push.epoch !== before.epoch;
  const tags = new Map(isNewEpoch ? [] : Object.entries(before.tags));
  const change = (tag: string, changed: Partial<TagState>) => {
    const { read = 0, shown = 0 } = tags.get(tag) ?? {};
    tags.delete(tag);
    tags.set(tag, { read: Math.max(read, changed.read ?? 0), shown: Math.max(shown, changed.shown ?? 0) });
  };
  const closed: Readonly<Record<string, number>> = push.read ?? {};
  for (const [tag, read] of Object.entries(closed)) change(tag, { read });
  const shown = 'kind' in push ? decideNotice(push, tags, { isVisible, mustShow }) : undefined;
  if ('kind' in push && shown) change(push.tag, { shown: push.seq });
  return {
    state: {
      epoch: push.epoch ?? before.epoch,
      tags: Object.fromEntries([...tags].slice(-MAX_TAGS)),
    },
    isNewEpoch,
    closed,
    shown,
  };
}

/** Whether all is read that a summary counts. */
export function isCoveredRead(
  { covers }: { covers?: PushNotice['covers'] | undefined },
  tags: ReadonlyMap<string, TagState>,
): boolean {
  return !!covers && Object.entries(covers).every(([tag, seq]) => seq <= (tags.get(tag)?.read ?? 0));
}

function decideNotice(
  notice: PushNotice,
  tags: ReadonlyMap<string, TagState>,
  { isVisible, mustShow }: Circumstances,
): PushDecision['shown'] {
  const { tag, seq, silent } = notice;
  const { read, shown } = tags.get(tag) ?? { read: 0, shown: 0 };
  if (seq <= read || isCoveredRead(notice, tags)) return mustShow ? { isSilent: true } : undefined;
  if (seq > shown) return { isSilent: silent === true };
  // A repetition may show messages that are still unread: the person may have dismissed them.
  const isCurrent = seq === shown && isVisible;
  return isCurrent || mustShow ? { isSilent: true } : undefined;
}
