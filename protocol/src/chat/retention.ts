import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp, Version } from '../core/ids.ts';
import { MAX_KEEP_DAYS } from '../core/limits.ts';

const Days = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be whole'),
  v.minValue(1, 'must be 1 or more'),
  v.maxValue(MAX_KEEP_DAYS, `must be at most ${MAX_KEEP_DAYS}`),
);

/**
 * How long messages stay, of a room or of the workspace. The shorter one counts. Until `begins`, `formerDays` counts in place of
 * `days`; without one of them, messages stay for ever. `pinsUntil`: until then, pinned messages still stay. `version`: the number of changes.
 */
export const Retention = v.object({
  days: v.optional(Days),
  begins: v.optional(Timestamp),
  formerDays: v.optional(Days),
  keepsPins: v.optional(v.literal(true)),
  pinsUntil: v.optional(Timestamp),
  version: Version,
});
export type Retention = v.InferOutput<typeof Retention>;

/** An announced, shorter rule. */
export interface RetentionChange {
  at: number;
  days: number;
  /** Whose admins can take it back. */
  by: 'workspace' | 'room';
}

/** The rule that counts in a room. */
export interface RetentionState {
  /** Undefined for ever. */
  days: number | undefined;
  keepsPins: boolean;
  /** Until then, pinned messages still stay. */
  pinsEnd: number | undefined;
  /** At most one of each scope, in the order of their times. */
  changes: RetentionChange[];
}

/** The days that a rule has in force at a time; undefined for ever. */
export function daysAt(rule: Retention | undefined, at: number): number | undefined {
  if (!rule) return undefined;
  return rule.begins !== undefined && at < rule.begins ? rule.formerDays : rule.days;
}

/** `room`: undefined for a direct room, too. `now`: ms since 1970. */
export function describeRetention(
  workspace: Retention | undefined,
  room: Retention | undefined,
  now: number,
): RetentionState {
  const days = toShorter(daysAt(workspace, now), daysAt(room, now));
  const changes: RetentionChange[] = [];
  const begins = [workspace?.begins, room?.begins].filter(at => at !== undefined && at > now) as number[];
  let known = days;
  for (const at of begins.toSorted((a, b) => a - b)) {
    const byRoom = daysAt(room, at);
    const next = toShorter(daysAt(workspace, at), byRoom);
    if (next === undefined || next === known) continue;
    changes.push({ at, days: next, by: next === byRoom && room?.begins === at ? 'room' : 'workspace' });
    known = next;
  }
  const pinsEnd = room?.pinsUntil !== undefined && room.pinsUntil > now ? room.pinsUntil : undefined;
  return { days, keepsPins: room?.keepsPins === true || pinsEnd !== undefined, pinsEnd, changes };
}

/** Undefined for ever. */
export function toShorter(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

const SCOPE = v.optional(Id);

const setRetention = defineCommand({
  summary:
    'Set how long the messages of a room stay; for its admins, and of the workspace, for workspace admins',
  description:
    `\`days\`: after how many days the server removes a message, 1 to ${MAX_KEEP_DAYS}, or null for ever. \`roomId\`: without it, the rule is that of the ` +
    'workspace, which also counts in direct rooms. In a room, the shorter rule counts; a rule longer than that of the workspace is `invalid_input`. ' +
    'A longer rule counts at once. A shorter one, and the end of `keepsPins`, begins 7 days later, and everyone sees that before. ' +
    '`keepsPins`: whether pinned messages of the room stay; without it, nothing changes for them. `version`: of the rule that you have read, or 0 ' +
    'before the first one. After another change, the result is `stale`. The present rule changes nothing. `unavailable` while servers of an earlier release run.',
  input: v.strictObject({
    roomId: SCOPE,
    days: v.nullable(Days),
    keepsPins: v.optional(v.boolean('must be true or false')),
    version: Version,
  }),
  output: v.object({ retention: Retention }),
  errors: ['not_found', 'forbidden', 'stale', 'unavailable'],
});

const undoRetention = defineCommand({
  summary: 'Take back an announced rule that has not begun; for those who may set it',
  description:
    'The former rule stays. `version`: of the rule that you have read. If the announced rule has begun, or after another change, the result is `stale`. ' +
    'A repetition changes nothing.',
  input: v.strictObject({ roomId: SCOPE, version: Version }),
  output: v.object({ retention: Retention }),
  errors: ['not_found', 'forbidden', 'stale', 'unavailable'],
});

const countOlder = defineCommand({
  summary: 'Count the messages that are older than some days; for those who may set how long messages stay',
  description:
    '`roomId`: without it, of all rooms. `approximate`: the count is an estimate, because an exact one would read too much. One call examines a ' +
    'bounded number of rooms and messages.',
  input: v.strictObject({ roomId: SCOPE, days: Days }),
  output: v.object({
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    approximate: v.boolean(),
  }),
  errors: ['not_found', 'forbidden'],
});

export const RETENTION_COMMANDS = {
  set_retention: setRetention,
  undo_retention: undoRetention,
  count_older: countOlder,
} as const;
