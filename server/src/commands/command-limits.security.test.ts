import { COMMANDS, CommandError, type CommandName } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { readSettings } from '../settings.ts';
import { COMMAND_LIMITS, CommandLimits } from './command-limits.ts';

function createCommandLimits() {
  const clock = { ms: 0 };
  const commands = new CommandLimits(new RateLimits(readSettings({}).rates, () => clock.ms));
  /** How many of 1,000 that come at once are let through. */
  const letThrough = (uid: string, command: CommandName, inputOf: () => unknown = () => ({})) => {
    for (let count = 0; count < 1_000; count++) {
      try {
        commands.admit(uid, command, inputOf());
      } catch (error) {
        if (error instanceof CommandError && error.code === 'rate_limited') return count;
        throw error;
      }
    }
    return 1_000;
  };
  return { clock, commands, letThrough };
}

test('Q2 every command has a limit, and none of them is without an end', () => {
  expect(Object.keys(COMMAND_LIMITS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  for (const command of Object.keys(COMMANDS) as CommandName[])
    expect(createCommandLimits().letThrough('ann', command)).toBeLessThan(1_000);
});

test('Q1 a person sends ten messages at once and then one a second, makes ten rooms and then one a minute', () => {
  const { clock, letThrough } = createCommandLimits();
  expect(letThrough('ann', 'send_message')).toBe(10);
  expect(letThrough('ann', 'create_room')).toBe(10);
  expect(letThrough('ann', 'set_reaction')).toBe(20);
  clock.ms += 3_000;
  expect(letThrough('ann', 'send_message')).toBe(3);
  expect(letThrough('ann', 'create_room')).toBe(0);
  expect(letThrough('ann', 'set_reaction')).toBe(6);
  expect(letThrough('ben', 'send_message')).toBe(10);
});

test('Q1 a refusal names the seconds to wait', () => {
  const { commands, letThrough } = createCommandLimits();
  const refusal = () => commands.admit('ann', 'create_room', {});
  letThrough('ann', 'create_room');
  expect(refusal).toThrow(
    new CommandError('rate_limited', "You're going a bit fast. Try again in 60 seconds.", 60),
  );
  letThrough('ann', 'send_message');
  expect(() => commands.admit('ann', 'send_message', {})).toThrow(
    new CommandError('rate_limited', "You're going a bit fast. Try again in 1 second.", 1),
  );
});

test('Q2 what is no command counts as one', () => {
  const { commands } = createCommandLimits();
  for (let count = 0; count < 20; count++) commands.admit('ann', undefined, {});
  expect(() => commands.admit('ann', undefined, {})).toThrow('going a bit fast');
  expect(() => commands.admit('ann', 'edit_room', {})).toThrow('going a bit fast');
});

test('Q2 watching five hundred people counts as ten reads, and watching few as one', () => {
  const uids = Array.from({ length: 500 }, () => newId());
  expect(createCommandLimits().letThrough('ann', 'watch_people', () => ({ uids }))).toBe(40);
  expect(createCommandLimits().letThrough('ann', 'watch_people', () => ({ uids: uids.slice(0, 50) }))).toBe(
    400,
  );
  expect(createCommandLimits().letThrough('ann', 'watch_people', () => ({ uids: 'x'.repeat(500) }))).toBe(
    400,
  );
});

test('Q2 ones own reactions to a hundred messages count as two reads', () => {
  const messageIds = Array.from({ length: 100 }, () => newId());
  expect(createCommandLimits().letThrough('ann', 'get_mine', () => ({ messageIds }))).toBe(200);
  expect(
    createCommandLimits().letThrough('ann', 'get_mine', () => ({ messageIds: messageIds.slice(0, 50) })),
  ).toBe(400);
});

test('Q2 a page of the list counts as five reads, and a few rows of it as one', () => {
  expect(createCommandLimits().letThrough('ann', 'list_rooms')).toBe(80);
  expect(createCommandLimits().letThrough('ann', 'list_rooms', () => ({ limit: 10 }))).toBe(400);
  expect(createCommandLimits().letThrough('ann', 'list_rooms', () => ({ limit: Number.NaN }))).toBe(80);
  expect(createCommandLimits().letThrough('ann', 'list_rooms', () => ({ limit: -1 }))).toBe(400);
});

test('Q3 a retry under the same id is not counted as another message, and is no way around all limits', () => {
  const { letThrough, commands } = createCommandLimits();
  const id = newId();
  commands.admit('ann', 'send_message', { id });
  expect(letThrough('ann', 'send_message', () => ({ id: newId() }))).toBe(9);
  expect(letThrough('ann', 'send_message', () => ({ id }))).toBe(20);
  expect(letThrough('ann', 'edit_room')).toBe(0);
});

test('Q3 a retry is known as one after thousands of messages by others', () => {
  const { letThrough, commands } = createCommandLimits();
  const id = newId();
  commands.admit('ann', 'send_message', { id });
  for (let count = 0; count < 4_999; count++)
    commands.admit(`person ${count}`, 'send_message', { id: newId() });
  expect(letThrough('ann', 'send_message', () => ({ id }))).toBe(20);
  expect(letThrough('ann', 'send_message', () => ({ id: newId() }))).toBe(9);
});

test('Q3 a message that was refused counts when it comes again, and the id of another person is none of ones own', () => {
  const { clock, commands, letThrough } = createCommandLimits();
  const id = newId();
  letThrough('ann', 'send_message', () => ({ id: newId() }));
  const send = () => commands.admit('ann', 'send_message', { id });
  expect(send).toThrow('going a bit fast');
  clock.ms += 1_000;
  commands.admit('ben', 'send_message', { id });
  send();
  expect(letThrough('ann', 'send_message', () => ({ id: newId() }))).toBe(0);
  expect(letThrough('ben', 'send_message', () => ({ id: newId() }))).toBe(9);
});

test('Q3 nothing that stands in the place of an id is taken for one', () => {
  for (const id of [null, 7, {}, [], 'x', 'x'.repeat(100_000)])
    expect(createCommandLimits().letThrough('ann', 'send_message', () => ({ id }))).toBe(10);
  for (const input of [null, 'text', 7, [], JSON.parse(`{"__proto__":{"id":"${newId()}"}}`)])
    expect(createCommandLimits().letThrough('ann', 'send_message', () => input as unknown)).toBe(10);
});
