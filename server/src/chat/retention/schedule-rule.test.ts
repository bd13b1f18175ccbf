import { describeRetention, RETENTION_NOTICE_MS, type Retention } from '@snug/protocol';
import { array, assert, boolean, constantFrom, integer, oneof, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { presentRetention } from '../../workspace/retention/retention-store.ts';
import { hasSameRule, NO_RULE, type Rule, scheduleRule, takeBack } from './schedule-rule.ts';

const DAY = 24 * 60 * 60_000;

function present(rule: Rule): Retention {
  return presentRetention({ roomId: 'r', version: 1, ...rule });
}

/** What people saw of a room from a time on. */
interface Sight {
  since: number;
  workspace: Retention;
  room: Retention;
}

interface Item {
  sentAt: number;
  isPinned: boolean;
}

/** Whether a sight says that the message is gone at a time. */
function predicts({ workspace, room }: Sight, { sentAt, isPinned }: Item, at: number): boolean {
  const { days, keepsPins } = describeRetention(workspace, room, at);
  return days !== undefined && at - sentAt > days * DAY && !(isPinned && keepsPins);
}

const change = record({
  /** Between the changes: often around the notice. */
  wait: oneof(
    integer({ min: 0, max: 9 * DAY }),
    constantFrom(0, 1, RETENTION_NOTICE_MS - 1, RETENTION_NOTICE_MS, RETENTION_NOTICE_MS + 1),
  ),
  scope: constantFrom('workspace' as const, 'room' as const),
  wanted: option(
    record({
      days: option(integer({ min: 1, max: 40 })),
      keepsPins: option(boolean(), { nil: undefined }),
    }),
    { nil: undefined },
  ),
});
const item = record({ sentAt: integer({ min: -60 * DAY, max: 40 * DAY }), isPinned: boolean() });

test('RT2 no message goes that was not announced for seven days, whatever the order of the changes', () => {
  assert(
    property(
      array(change, { maxLength: 12 }),
      item,
      array(integer({ min: 0, max: 9 * DAY })),
      (changes, message, waits) => {
        const rules = { workspace: NO_RULE, room: NO_RULE };
        const sights: Sight[] = [
          { since: -1_000 * DAY, workspace: present(NO_RULE), room: present(NO_RULE) },
        ];
        const looks: number[] = [];
        let now = 0;
        for (const { wait, scope, wanted } of changes) {
          // The moment before a change, too: what is gone then never comes back.
          looks.push(now + wait);
          now += wait;
          const rule = rules[scope];
          rules[scope] = wanted
            ? scheduleRule(rule, scope === 'room' ? wanted : { days: wanted.days }, now)
            : (takeBack(rule, now) ?? rule);
          sights.push({ since: now, workspace: present(rules.workspace), room: present(rules.room) });
          looks.push(now);
        }
        for (const wait of [...waits, RETENTION_NOTICE_MS]) looks.push((now += wait));
        for (const at of looks) {
          const current = sights.filter(({ since }) => since <= at);
          if (at < message.sentAt || !predicts(current.at(-1)!, message, at)) continue;
          const from = Math.max(at - RETENTION_NOTICE_MS, message.sentAt);
          const seen = current.filter(
            ({ since }, index) => (current[index + 1]?.since ?? at + 1) > from && since <= at,
          );
          for (const sight of seen) expect(predicts(sight, message, at)).toBe(true);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('RT2 a change that is taken back leaves the former rule exactly', () => {
  assert(
    property(
      option(integer({ min: 2, max: 90 })),
      boolean(),
      integer({ min: 1, max: 89 }),
      (days, keepsPins, less) => {
        const former: Rule = { ...NO_RULE, days, keepsPins: keepsPins ? 1 : null };
        const shorter = days === null ? less : Math.min(less, days - 1);
        const announced = scheduleRule(former, { days: shorter, ...(keepsPins && { keepsPins: false }) }, 5);
        expect(takeBack(announced, 5 + RETENTION_NOTICE_MS - 1)).toEqual(former);
        expect(takeBack(announced, 5 + RETENTION_NOTICE_MS)).toBeUndefined();
        expect(takeBack(former, 6)).toBeUndefined();
      },
    ),
  );
});

test('RT2 a shorter rule begins after seven days, and a longer one at once', () => {
  const first = scheduleRule(NO_RULE, { days: 90 }, 0);
  expect(first).toEqual({ ...NO_RULE, days: 90, begins: RETENTION_NOTICE_MS });
  const longer = scheduleRule(first, { days: 365 }, DAY);
  expect(longer, 'shorter than for ever, and announced with the first').toMatchObject({
    days: 365,
    begins: RETENTION_NOTICE_MS,
  });
  const shorter = scheduleRule(first, { days: 30 }, DAY);
  expect(shorter).toMatchObject({ days: 30, formerDays: null, begins: DAY + RETENTION_NOTICE_MS });
  const begun = scheduleRule(shorter, { days: 60 }, DAY + RETENTION_NOTICE_MS);
  expect(begun).toEqual({ ...NO_RULE, days: 60 });
  expect(hasSameRule(scheduleRule(begun, { days: 60 }, 9 * DAY), begun)).toBe(true);
});

test('RT2 pinned messages stay at once, and go after seven days', () => {
  const kept = scheduleRule(NO_RULE, { days: null, keepsPins: true }, 0);
  expect(kept).toEqual({ ...NO_RULE, keepsPins: 1 });
  const ended = scheduleRule(kept, { days: null, keepsPins: false }, 1);
  expect(ended).toEqual({ ...NO_RULE, pinsUntil: 1 + RETENTION_NOTICE_MS });
  expect(scheduleRule(ended, { days: null, keepsPins: false }, 2), 'again').toEqual(ended);
  expect(takeBack(ended, 2)).toEqual(kept);
});
