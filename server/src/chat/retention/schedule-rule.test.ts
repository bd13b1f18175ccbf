import { describeRetention, RETENTION_NOTICE_MS, type Retention } from '@snug/protocol';
import fc from 'fast-check';
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

const change = fc.record({
  /** Between the changes: often around the notice. */
  wait: fc.oneof(
    fc.integer({ min: 0, max: 9 * DAY }),
    fc.constantFrom(0, 1, RETENTION_NOTICE_MS - 1, RETENTION_NOTICE_MS, RETENTION_NOTICE_MS + 1),
  ),
  scope: fc.constantFrom('workspace' as const, 'room' as const),
  wanted: fc.option(
    fc.record({
      days: fc.option(fc.integer({ min: 1, max: 40 })),
      keepsPins: fc.option(fc.boolean(), { nil: undefined }),
    }),
    { nil: undefined },
  ),
});
const item = fc.record({ sentAt: fc.integer({ min: -60 * DAY, max: 40 * DAY }), isPinned: fc.boolean() });

test('RT2 no message goes that was not announced for seven days, whatever the order of the changes', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 12 }),
      item,
      fc.array(fc.integer({ min: 0, max: 9 * DAY })),
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
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 2, max: 90 })),
      fc.boolean(),
      fc.integer({ min: 1, max: 89 }),
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
