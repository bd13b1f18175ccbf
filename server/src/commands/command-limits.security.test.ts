import { COMMANDS, CommandError, type CommandName } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { readConfig } from '../config/config.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { COMMAND_COSTS, CommandLimits } from './command-limits.ts';

function createCommandLimits() {
  const clock = { ms: 0 };
  const commands = new CommandLimits(new RateLimits(readConfig({}).rates, () => clock.ms));
  /** Counts how many of 1,000 simultaneous commands are admitted. */
  const countAdmitted = (uid: string, command: CommandName, createInput: () => unknown = () => ({})) => {
    for (let count = 0; count < 1_000; count++) {
      try {
        commands.admit(uid, command, createInput());
      } catch (error) {
        if (error instanceof CommandError && error.code === 'rate_limited') return count;
        throw error;
      }
    }
    return 1_000;
  };
  return { clock, commands, countAdmitted };
}

test('Q2 every command has a finite limit', () => {
  expect(Object.keys(COMMAND_COSTS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  for (const command of Object.keys(COMMANDS) as CommandName[])
    expect(createCommandLimits().countAdmitted('ann', command)).toBeLessThan(1_000);
});

test('Q1 a person sends ten messages at once and then one a second, creates ten rooms and then one a minute', () => {
  const { clock, countAdmitted } = createCommandLimits();
  expect(countAdmitted('ann', 'send_message')).toBe(10);
  expect(countAdmitted('ann', 'create_room')).toBe(10);
  expect(countAdmitted('ann', 'set_reaction')).toBe(20);
  clock.ms += 3_000;
  expect(countAdmitted('ann', 'send_message')).toBe(3);
  expect(countAdmitted('ann', 'create_room')).toBe(0);
  expect(countAdmitted('ann', 'set_reaction')).toBe(6);
  expect(countAdmitted('ben', 'send_message')).toBe(10);
});

test('Q1 the error has the seconds to wait', () => {
  const { commands, countAdmitted } = createCommandLimits();
  const refusal = () => commands.admit('ann', 'create_room', {});
  countAdmitted('ann', 'create_room');
  expect(refusal).toThrow(
    new CommandError('rate_limited', "You're going a bit fast. Try again in 60 seconds.", 60),
  );
  countAdmitted('ann', 'send_message');
  expect(() => commands.admit('ann', 'send_message', {})).toThrow(
    new CommandError('rate_limited', "You're going a bit fast. Try again in 1 second.", 1),
  );
});

test('Q2 an unknown command counts as a command', () => {
  const { commands } = createCommandLimits();
  for (let count = 0; count < 20; count++) commands.admit('ann', undefined, {});
  expect(() => commands.admit('ann', undefined, {})).toThrow('going a bit fast');
  expect(() => commands.admit('ann', 'edit_room', {})).toThrow('going a bit fast');
});

test('Q2 watching five hundred people counts as ten reads, and watching few as one', () => {
  const uids = Array.from({ length: 500 }, () => newId());
  expect(createCommandLimits().countAdmitted('ann', 'watch_people', () => ({ uids }))).toBe(40);
  expect(
    createCommandLimits().countAdmitted('ann', 'watch_people', () => ({ uids: uids.slice(0, 50) })),
  ).toBe(400);
  expect(createCommandLimits().countAdmitted('ann', 'watch_people', () => ({ uids: 'x'.repeat(500) }))).toBe(
    400,
  );
});

test('Q2 reading the own reactions to a hundred messages counts as two reads', () => {
  const messageIds = Array.from({ length: 100 }, () => newId());
  expect(createCommandLimits().countAdmitted('ann', 'get_mine', () => ({ messageIds }))).toBe(200);
  expect(
    createCommandLimits().countAdmitted('ann', 'get_mine', () => ({ messageIds: messageIds.slice(0, 50) })),
  ).toBe(400);
});

test('Q2 a page of the room list counts as five reads, and a few rows as one', () => {
  expect(createCommandLimits().countAdmitted('ann', 'list_rooms')).toBe(80);
  expect(createCommandLimits().countAdmitted('ann', 'list_rooms', () => ({ limit: 10 }))).toBe(400);
  expect(createCommandLimits().countAdmitted('ann', 'list_rooms', () => ({ limit: Number.NaN }))).toBe(80);
  expect(createCommandLimits().countAdmitted('ann', 'list_rooms', () => ({ limit: -1 }))).toBe(400);
});

test('Q3 a retry with the same id does not count as a message, but counts as a command', () => {
  const { countAdmitted, commands } = createCommandLimits();
  const id = newId();
  commands.admit('ann', 'send_message', { id });
  expect(countAdmitted('ann', 'send_message', () => ({ id: newId() }))).toBe(9);
  expect(countAdmitted('ann', 'send_message', () => ({ id }))).toBe(20);
  expect(countAdmitted('ann', 'edit_room')).toBe(0);
});

test('Q3 a retry is recognized after thousands of messages of other people', () => {
  const { countAdmitted, commands } = createCommandLimits();
  const id = newId();
  commands.admit('ann', 'send_message', { id });
  for (let count = 0; count < 4_999; count++)
    commands.admit(`person ${count}`, 'send_message', { id: newId() });
  expect(countAdmitted('ann', 'send_message', () => ({ id }))).toBe(20);
  expect(countAdmitted('ann', 'send_message', () => ({ id: newId() }))).toBe(9);
});

test('Q3 a rejected message counts when it is retried, and ids of other people do not make a retry', () => {
  const { clock, commands, countAdmitted } = createCommandLimits();
  const id = newId();
  countAdmitted('ann', 'send_message', () => ({ id: newId() }));
  const send = () => commands.admit('ann', 'send_message', { id });
  expect(send).toThrow('going a bit fast');
  clock.ms += 1_000;
  commands.admit('ben', 'send_message', { id });
  send();
  expect(countAdmitted('ann', 'send_message', () => ({ id: newId() }))).toBe(0);
  expect(countAdmitted('ben', 'send_message', () => ({ id: newId() }))).toBe(9);
});

test('Q3 an id that names a thing makes no retry: each test of a webhook or a device counts', () => {
  const id = newId();
  for (const [command, times] of [
    ['test_webhook', 5],
    ['test_push', 3],
    ['rename_passkey', 20],
  ] as const)
    expect([command, createCommandLimits().countAdmitted('ann', command, () => ({ id }))]).toEqual([
      command,
      times,
    ]);
});

test('Q3 an invalid value of the id does not make a retry', () => {
  for (const id of [null, 7, {}, [], 'x', 'x'.repeat(100_000)])
    expect(createCommandLimits().countAdmitted('ann', 'send_message', () => ({ id }))).toBe(10);
  for (const input of [null, 'text', 7, [], JSON.parse(`{"__proto__":{"id":"${newId()}"}}`)])
    expect(createCommandLimits().countAdmitted('ann', 'send_message', () => input as unknown)).toBe(10);
});

test('Q2 who has counted too many rows waits before the next command with counts, and only before those', () => {
  const clock = { ms: 0 };
  const limits = new RateLimits(readConfig({}).rates, () => clock.ms);
  const commands = new CommandLimits(limits);
  const admit = (uid: string, command: CommandName) => () => commands.admit(uid, command, {});
  limits.charge('counted_rows', 'ann', 400_000 + 10_000);
  for (const command of ['get_unread', 'list_rooms', 'open_room', 'set_read', 'set_room_options'] as const) {
    expect(admit('ann', command)).toThrow('Try again in 1 second');
    expect(admit('ben', command)).not.toThrow();
  }
  expect(admit('ann', 'send_message')).not.toThrow();
  clock.ms += 1_000;
  expect(admit('ann', 'get_unread')).not.toThrow();
});
