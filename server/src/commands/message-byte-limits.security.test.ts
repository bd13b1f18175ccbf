import { CommandError, MAX_TEXT_LENGTH } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { readConfig } from '../config/config.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { CommandLimits } from './command-limits.ts';

const WORST = '\u0001'.repeat(MAX_TEXT_LENGTH);
const PASTED = 'a'.repeat(MAX_TEXT_LENGTH);

function createRoomLimits({ readers = 1 } = {}) {
  const clock = { ms: 0 };
  const limits = new RateLimits(readConfig({}).rates, () => clock.ms);
  const commands = new CommandLimits(limits, () => readers);
  const send = (uid: string, text: string, id = newId(), roomId = 'room'): boolean => {
    try {
      commands.admit(uid, 'send_message', { roomId, id, text });
      return true;
    } catch (error) {
      if (error instanceof CommandError && error.code === 'rate_limited') return false;
      throw error;
    }
  };
  /** Sends once a second. Returns the number of admitted messages. */
  const sendFor = (seconds: number, uids: readonly string[], text: string): number => {
    let sent = 0;
    for (let second = 0; second < seconds; second++, clock.ms += 1_000)
      for (const uid of uids) if (send(uid, text)) sent++;
    return sent;
  };
  return { clock, send, sendFor };
}

test('Q12 a person sends some of the longest texts at once, and then one a second', () => {
  const { clock, send, sendFor } = createRoomLimits({ readers: 500 });
  const all = Array.from({ length: 4 }, () => send('ann', PASTED));
  expect(all).toEqual([true, true, true, true]);
  clock.ms += 10_000;
  expect(sendFor(60, ['ann'], PASTED)).toBe(60);
});

test('Q12 a person sends messages with six times longer JSON less often', () => {
  const { sendFor } = createRoomLimits();
  expect(sendFor(60, ['eve'], WORST)).toBeLessThan(18);
});

test("Q12 a hundred people who flood a room of 130 readers stay within the room's bytes", () => {
  const { sendFor } = createRoomLimits({ readers: 130 });
  const senders = Array.from({ length: 100 }, (_, index) => `eve ${index}`);
  const bytes = sendFor(60, senders, WORST) * WORST.length * 6 * 130;
  expect(bytes).toBeLessThan(600_000_000);
});

test('Q12 an overdrawn room accepts small messages, and other rooms accept long ones', () => {
  const { send, sendFor } = createRoomLimits({ readers: 3_000 });
  expect(send('eve', WORST)).toBe(true);
  expect(send('ann', PASTED)).toBe(false);
  expect(send('ann', PASTED, newId(), 'another room')).toBe(true);
  const people = Array.from({ length: 300 }, (_, index) => `person ${index}`);
  expect(sendFor(10, people, 'Three hundred people talk at once. '.repeat(9))).toBe(3_000);
});

test('Q12 a retry of a long message counts as one', () => {
  const { send } = createRoomLimits({ readers: 3_000 });
  const id = newId();
  expect([send('ann', WORST, id), send('ann', WORST, id), send('ann', WORST)]).toEqual([true, true, false]);
});
