import { Random } from '@snug/testkit/random.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { finishAndCheck, getParticipant, getTestPerson, startTestLoad, startTestServer } from './fixtures.ts';
import { encodeClientFrame, OPCODE } from './frames/client-frame.ts';
import { HOSTILE_INPUTS } from './frames/hostile-inputs.ts';
import { RawSocket } from './frames/raw-socket.ts';
import type { Participant } from './load/participant.ts';
import { chooseByRun, SEED } from './seed.ts';

const ROUNDS = chooseByRun({ full: 100, wide: 3, sample: 1 });
const TIMEOUT = { timeoutMs: 10_000 };
/** The index of a person whom no load uses. */
const EVE = 29;

/** Sends hostile frames on a new connection, in pieces of any size. Returns the close code. */
async function sendHostileInput(eve: Participant, name: string, random: Random): Promise<number | undefined> {
  const bytes = HOSTILE_INPUTS[name]?.createBytes(random) ?? [];
  const isEarly = random.chance(0.2);
  const raw = new RawSocket(eve, isEarly ? bytes : []);
  if (!isEarly) {
    await until('the greeting', () => raw.hasGreeting, TIMEOUT);
    const all = Buffer.concat(bytes);
    const cut = random.below(Math.min(all.length, 64));
    raw.socket.write(all.subarray(0, cut));
    await new Promise(setImmediate);
    raw.socket.write(all.subarray(cut));
  }
  await until(`the end after ${name}`, () => raw.closeCode !== undefined || raw.isClosed, TIMEOUT);
  raw.socket.destroy();
  expect(raw.framesAfterClose).toBe(0);
  return raw.closeCode;
}

/** Sends random bytes. The only allowed effect is the end of the connection. */
async function sendGarbage(eve: Participant, random: Random): Promise<number | undefined> {
  const raw = new RawSocket(eve);
  await until('the greeting', () => raw.hasGreeting, TIMEOUT);
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)));
  await new Promise<void>(resolve => raw.socket.write(bytes, () => resolve()));
  raw.socket.end();
  await until('the end', () => raw.isClosed, TIMEOUT);
  return raw.closeCode;
}

function createCommandFrame(id: number, command: string, input: object): Buffer {
  return encodeClientFrame({ opcode: OPCODE.text, payload: JSON.stringify({ id, command, input }) });
}

test(`T5 T9 each hostile frame ends only its own connection, with the right code`, async context => {
  const server = await startTestServer();
  const load = await startTestLoad(server, { writers: 6, readers: 3 });
  const eve = getParticipant(server, EVE);
  const random = new Random(SEED);
  const names = Object.keys(HOSTILE_INPUTS);
  for (let round = 1; round <= ROUNDS; round++) {
    const codes = await Promise.all(
      names.map(async name => [name, await sendHostileInput(eve, name, new Random(random.below(2 ** 31)))]),
    );
    expect(codes).toEqual(names.map(name => [name, HOSTILE_INPUTS[name]?.closeCode]));
    expect([undefined, 1002, 1005, 1007, 1008, 1009]).toContain(await sendGarbage(eve, random));
  }
  // A room without events has nothing to replay.
  await until(
    'each room has an event',
    () => load.journal.observed.events.size === load.roomIds.length,
    TIMEOUT,
  );
  const checked = await finishAndCheck(load, server);
  recordFigures(context, { frames: ROUNDS * (names.length + 1), ...checked });
  expect(load.readers.map(({ connections }) => connections)).toEqual(load.readers.map(() => 1));
  expect(checked.replays).toBe(load.roomIds.length);
});

for (const name of sampleCases(['a frame without a mask', 'binary data', 'JSON of a wrong shape'])) {
  test(`T9 after ${name} a client that stays receives nothing more`, async () => {
    const server = await startTestServer();
    const [ben, eve] = [await getTestPerson(server), getParticipant(server, EVE)];
    const roomId = await ben.createRoom();
    const received = await ben.connect();
    onTestFinished(() => received.socket.terminate());
    await received.request('open_room', { roomId });
    const raw = new RawSocket(eve, [createCommandFrame(1, 'open_room', { roomId })]);
    await until('the room is open', () => raw.texts.some(text => text.startsWith('{"id":1,')), TIMEOUT);
    raw.socket.write(Buffer.concat(HOSTILE_INPUTS[name]?.createBytes(new Random(SEED)) ?? []));
    await until('the close', () => raw.closeCode !== undefined, TIMEOUT);
    await received.request('send_message', { roomId, text: 'after the close' });
    await until(
      'Eve has left the room',
      () => received.getEvents('viewer_count').at(-1)?.count === 1,
      TIMEOUT,
    );
    expect(raw.framesAfterClose).toBe(0);
    raw.socket.destroy();
  });
}

test('T9 frames after a close are ignored, and frames right behind the request are not', async () => {
  const server = await startTestServer();
  const eve = getParticipant(server, EVE);
  const ask = (id: number) => createCommandFrame(id, 'list_rooms', {});
  const leave = encodeClientFrame({ opcode: OPCODE.close, payload: Buffer.from([0x03, 0xe8]) });
  const raw = new RawSocket(eve, [ask(1)]);
  await until('the result', () => raw.texts.some(text => text.startsWith('{"id":1,')), TIMEOUT);
  raw.socket.write(Buffer.concat([ask(2), leave, ask(3)]));
  await until('the end', () => raw.isClosed, TIMEOUT);
  expect(raw.closeCode).toBe(1000);
  expect(raw.texts.filter(text => text.startsWith('{"id":3'))).toEqual([]);
});

test('T9 an invalid or half upgrade request is rejected or waited for, and affects nobody else', async () => {
  const server = await startTestServer();
  const eve = getParticipant(server, EVE);
  const random = new Random(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const raw = new RawSocket({ ...eve, cookie: `x: ${'y'.repeat(random.below(40_000))}` });
    const half = new RawSocket(eve);
    half.socket.destroy();
    await until('a response', () => raw.status !== undefined || raw.isClosed, TIMEOUT);
    expect(raw.status ?? '').toMatch(/^HTTP\/1\.1 (101|431)|^$/);
    raw.socket.destroy();
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
