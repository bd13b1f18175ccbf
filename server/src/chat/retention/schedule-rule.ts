import { RETENTION_NOTICE_MS } from '@snug/protocol';
import type { RetentionRow } from '../../workspace/retention/retention-store.ts';

export type Rule = Omit<RetentionRow, 'roomId' | 'version'>;

export const NO_RULE: Rule = { days: null, formerDays: null, begins: null, keepsPins: null, pinsUntil: null };

export interface WantedRule {
  /** Null for ever. */
  days: number | null;
  /** Undefined: as before. */
  keepsPins?: boolean | undefined;
}

/**
 * The rule after a change. A shorter rule begins after `RETENTION_NOTICE_MS`: each removal is announced for that long. A longer one counts
 * at once. The days and the pins change independently. `now`: ms since 1970.
 */
export function scheduleRule(known: Rule, { days, keepsPins }: WantedRule, now: number): Rule {
  return { ...scheduleDays(known, days, now), ...schedulePins(known, keepsPins, now) };
}

function scheduleDays(
  known: Rule,
  days: number | null,
  now: number,
): Pick<Rule, 'days' | 'formerDays' | 'begins'> {
  const isAnnounced = hasAnnouncedDays(known, now);
  const present = isAnnounced ? known.formerDays : known.days;
  if (!isShorter(days, present)) return { days, formerDays: null, begins: null };
  // Each message that goes then was to go under the announced rule, too.
  if (isAnnounced && !isShorter(days, known.days)) return { days, formerDays: present, begins: known.begins };
  return { days, formerDays: present, begins: now + RETENTION_NOTICE_MS };
}

function schedulePins(
  { keepsPins, pinsUntil }: Rule,
  wanted: boolean | undefined,
  now: number,
): Pick<Rule, 'keepsPins' | 'pinsUntil'> {
  if (wanted === true) return { keepsPins: 1, pinsUntil: null };
  if (wanted === false && keepsPins === 1) return { keepsPins: null, pinsUntil: now + RETENTION_NOTICE_MS };
  return { keepsPins, pinsUntil };
}

/** The rule without what is announced and has not begun; undefined if nothing is. */
export function takeBack(known: Rule, now: number): Rule | undefined {
  const hasDays = hasAnnouncedDays(known, now);
  const hasPins = known.pinsUntil !== null && now < known.pinsUntil;
  if (!hasDays && !hasPins) return undefined;
  return {
    ...known,
    ...(hasDays && { days: known.formerDays, formerDays: null, begins: null }),
    ...(hasPins && { keepsPins: 1, pinsUntil: null }),
  };
}

function hasAnnouncedDays({ begins }: Rule, now: number): boolean {
  return begins !== null && now < begins;
}

/** Null is for ever. */
function isShorter(days: number | null, other: number | null): boolean {
  return days !== null && (other === null || days < other);
}

export function hasSameRule(one: Rule, other: Rule): boolean {
  return (Object.keys(NO_RULE) as (keyof Rule)[]).every(key => one[key] === other[key]);
}
