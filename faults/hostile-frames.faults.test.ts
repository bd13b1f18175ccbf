import { Random } from '@snug/testkit/random.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { finishAndCheck, getParticipant, getTestPerson, startTestLoad, startTestServer } from './fixtures.ts';
import { encodeClientFrame, OPCODE } from './frames/client-frame.ts';
import { HOSTILE_INPUTS } from './frames/hostile-inputs.ts';
import { RawSocket } from './frames/raw-socket.ts';
import type { Participant } from './load/participant.ts';
import { IS_FULL, SEED } from './seed.ts';

const ROUNDS = IS_FULL ? 100 : 3;
const TIMEOUT_MS = 10_000;
/** One of the crowd whom no load needs. */
const EVE = 29;

/** Sends something hostile on a connection of its own, in pieces of any size. The code that comes of it. */
async function sendHostileInput(eve: Participant, name: string, random: Random): Promise<number | undefined> {
  const bytes = HOSTILE_INPUTS[name]?.createBytes(random) ?? [];
  const isEarly = random.chance(0.2);
  const raw = new RawSocket(eve, isEarly ? bytes : []);
  if (!isEarly) {
    await until('the greeting', () => raw.hasGreeting, TIMEOUT_MS);
    const all = Buffer.concat(bytes);
    const cut = random.below(Math.min(all.length, 64));
    raw.socket.write(all.subarray(0, cut));
    await new Promise(setImmediate);
    raw.socket.write(all.subarray(cut));
  }
  await until(`the end after ${name}`, () => raw.closeCode !== undefined || raw.isClosed, TIMEOUT_MS);
  raw.socket.destroy();
  expect(raw.framesAfterClose).toBe(0);
  return raw.closeCode;
}

/** Sends what nobody can make sense of. Whatever comes of it, it is an end or nothing. */
async function sendGarbage(eve: Participant, random: Random): Promise<number | undefined> {
  const raw = new RawSocket(eve);
  await until('the greeting', () => raw.hasGreeting, TIMEOUT_MS);
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)));
  await new Promise<void>(resolve => raw.socket.write(bytes, () => resolve()));
  raw.socket.end();
  await until('the end', () => raw.isClosed, TIMEOUT_MS);
  return raw.closeCode;
}

function createCommandFrame(id: number, command: string, input: object): Buffer {
  return encodeClientFrame({ opcode: OPCODE.text, payload: JSON.stringify({ id, command, input }) });
}

test(`T5 T9 each hostile frame ends its own connection, with the code for it, and no other`, async context => {
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
  const checked = await finishAndCheck(load, server);
  recordFigures(context, { frames: ROUNDS * (names.length + 1), ...checked });
  expect(load.readers.map(({ connections }) => connections)).toEqual(load.readers.map(() => 1));
  expect(checked.replays).toBe(load.roomIds.length);
});

for (const name of ['a frame without a mask', 'binary data', 'JSON of another shape']) {
  test(`T9 after ${name} nothing is told any more to one who does not leave`, async () => {
    const server = await startTestServer();
    const [ben, eve] = [await getTestPerson(server), getParticipant(server, EVE)];
    const roomId = await ben.createRoom();
    const heard = await ben.connect();
    onTestFinished(() => heard.socket.terminate());
    await heard.request('open_room', { roomId });
    const raw = new RawSocket(eve, [createCommandFrame(1, 'open_room', { roomId })]);
    await until('the room is open', () => raw.texts.some(text => text.startsWith('{"id":1,')), TIMEOUT_MS);
    raw.socket.write(Buffer.concat(HOSTILE_INPUTS[name]?.createBytes(new Random(SEED)) ?? []));
    await until('the close', () => raw.closeCode !== undefined, TIMEOUT_MS);
    await heard.request('send_message', { roomId, text: 'after the close' });
    await until('Eve is not here', () => heard.getEvents('viewer_count').at(-1)?.count === 1, TIMEOUT_MS);
    expect(raw.framesAfterClose).toBe(0);
    raw.socket.destroy();
  });
}

test('T9 what follows a close is not done, and what comes with the request is', async () => {
  const server = await startTestServer();
  const eve = getParticipant(server, EVE);
  const ask = (id: number) => createCommandFrame(id, 'list_rooms', {});
  const leave = encodeClientFrame({ opcode: OPCODE.close, payload: Buffer.from([0x03, 0xe8]) });
  const raw = new RawSocket(eve, [ask(1)]);
  await until('the answer', () => raw.texts.some(text => text.startsWith('{"id":1,')), TIMEOUT_MS);
  raw.socket.write(Buffer.concat([ask(2), leave, ask(3)]));
  await until('the end', () => raw.isClosed, TIMEOUT_MS);
  expect(raw.closeCode).toBe(1000);
  expect(raw.texts.filter(text => text.startsWith('{"id":3'))).toEqual([]);
});

test('T9 a request for a socket that is none, or half of one, is refused or waited for, and nobody else is', async () => {
  const server = await startTestServer();
  const eve = getParticipant(server, EVE);
  const random = new Random(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const raw = new RawSocket({ ...eve, cookie: `x: ${'y'.repeat(random.below(40_000))}` });
    const half = new RawSocket(eve);
    half.socket.destroy();
    await until('an answer', () => raw.status !== undefined || raw.isClosed, TIMEOUT_MS);
    expect(raw.status ?? '').toMatch(/^HTTP\/1\.1 (101|431)|^$/);
    raw.socket.destroy();
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
