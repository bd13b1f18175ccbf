import { randomBytes } from 'node:crypto';
import { COMMANDS, type CommandName } from '@snug/protocol';
import { assertEqual } from '@snug/testkit/compare.ts';
import { readExactCpuMs } from '@snug/testkit/process-stats.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE, sampleCases } from '@snug/testkit/test-scope.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { ROOM_COMMANDS, toCommandRow } from '../src/testing/command-cases/command-cases.ts';
import { type RoomActor, type TestedKind } from '../src/testing/room-access-matrix.ts';
import {
  type ActorsRoom,
  createActorsRoom,
  createRoomActors,
  createRoomInput,
} from '../src/testing/room-access-setup.ts';

// Everything that takes an id responds to that of a private or direct room, or of something in it, as to a random one.

const PROBE_COUNT = IS_WIDE ? 40 : 16;
const UNTIMED_PROBE_COUNT = 2;
const MAX_DIFFERENCE_MS = 2;
const MAX_MEASUREMENTS = 8;
/** The median needs a machine that runs nothing else. Beside other tests, the fastest quarter is less disturbed. */
const TIME_QUANTILE = IS_WIDE ? 0.5 : 0.25;
const KINDS = ['private', 'direct'] as const satisfies TestedKind[];
const OUTSIDERS: readonly RoomActor[] = IS_WIDE ? ['former', 'stranger', 'workspaceAdmin'] : ['former'];
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let server: ServerProcess;
let rooms: Record<(typeof KINDS)[number], ActorsRoom>;

beforeAll(async () => {
  server = await ServerProcess.start();
  const people = await createRoomActors(server);
  rooms = {
    private: await createActorsRoom(server, people, 'private'),
    direct: await createActorsRoom(server, people, 'direct'),
  };
});
afterAll(() => server.remove());

const REQUEST_ID = /\b[\da-f]{12}\b/g;

/**
 * The time of a clock that measures one request, in ms. `npm run test:all` reads the wall clock, as an attacker can. `npm test` reads the processor
 * time of the server, on which other programs have little influence.
 */
function readTime(): number {
  return (IS_WIDE ? undefined : readExactCpuMs(server.pid)) ?? performance.now();
}

/** Sends a request with the ids in a text, real or random. */
type Probe = (text: string) => Promise<unknown>;

/** The same text with other ids, besides those of people. */
function withRandomIds(text: string): string {
  const people = Object.values(rooms).flatMap(room => Object.values(room.people));
  const uids = new Set(people.map(({ uid }) => uid));
  const known = new Map<string, string>();
  return text.replaceAll(ID, id => {
    if (!known.has(id)) known.set(id, uids.has(id) ? id : newId());
    return known.get(id) ?? id;
  });
}

/** Some results repeat ids of the request, such as those that are `missing`. Each error has the id of its own request. */
function withoutIds(response: unknown): string {
  return JSON.stringify(response).replaceAll(ID, 'id').replaceAll(REQUEST_ID, 'id');
}

/**
 * Throws if the responses differ. Returns how much longer those to real ids take, in ms: the smallest of several measurements, because
 * a busy machine disturbs some, and a leak shows in each.
 */
async function measureDifference(text: string, probe: Probe, toRandom = withRandomIds): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MAX_MEASUREMENTS && least >= MAX_DIFFERENCE_MS; count++)
    least = Math.min(least, await compareResponses(text, probe, toRandom, PROBE_COUNT));
  return least;
}

/** Throws if the responses differ. Returns how much longer those to real ids take, in ms. */
async function compareResponses(
  text: string,
  probe: Probe,
  toRandom: (text: string) => string,
  probeCount: number,
): Promise<number> {
  const times: Record<'real' | 'random', number[]> = { real: [], random: [] };
  for (let count = 0; count < probeCount; count++) {
    const texts = { real: text, random: toRandom(text) };
    const responses: Record<string, string> = {};
    for (const which of count % 2 ? (['real', 'random'] as const) : (['random', 'real'] as const)) {
      const start = readTime();
      const response = await probe(texts[which]);
      times[which].push(readTime() - start);
      responses[which] = withoutIds(response);
    }
    assertEqual('the response', responses['real'], responses['random']);
  }
  return Math.abs(getQuantile(times.real, TIME_QUANTILE) - getQuantile(times.random, TIME_QUANTILE));
}

function takesId(command: CommandName): boolean {
  const schema = toJsonSchema(COMMANDS[command].input, { typeMode: 'input', errorMode: 'ignore' });
  return JSON.stringify(schema).includes('[0-9a-f]{8}-');
}

/**
 * The largest difference. Over the socket, `open_room` and the `watch_` commands also subscribe. The hash of a password takes 100 times
 * as long as any difference, and varies by more: commands that need a proof only compare the responses.
 */
async function measureTransports(
  person: TestPerson,
  command: CommandName,
  text: string,
  toRandom = withRandomIds,
): Promise<number> {
  const subscribes = command === 'open_room' || command.startsWith('watch_');
  const measure = async (probe: Probe) =>
    COMMANDS[command].needsProof
      ? compareResponses(text, probe, toRandom, UNTIMED_PROBE_COUNT).then(() => 0)
      : measureDifference(text, probe, toRandom);
  const differences = [0];
  if (IS_WIDE || !subscribes)
    differences.push(await measure(each => person.postCommand(command, JSON.parse(each))));
  if (IS_WIDE || subscribes) {
    const live = await person.connect();
    differences.push(await measure(each => live.request(command, JSON.parse(each))));
    live.socket.close();
  }
  return Math.max(...differences);
}

const ALL = Object.keys(COMMANDS) as CommandName[];
/** Besides `create_room`, whose ids are those of new rooms: a taken one is a known limit in SECURITY.md. */
const PROBED = ALL.filter(
  command => takesId(command) && (ROOM_COMMANDS[command] !== undefined || command === 'close_report'),
);

for (const kind of KINDS)
  for (const command of kind === 'private' ? PROBED : sampleCases(PROBED))
    test(`Y1 X1 ${command} responds to a ${kind} room as to a missing one, in about the same time`, async () => {
      const text = JSON.stringify(await createRoomInput(rooms[kind], command));
      const row = toCommandRow(command, kind);
      for (const actor of OUTSIDERS.filter(actor => row[actor] !== 'ok')) {
        const difference = await measureTransports(rooms[kind].people[actor], command, text);
        expect(difference, `as ${actor}`).toBeLessThan(MAX_DIFFERENCE_MS);
      }
    });

/** An invitation leads outsiders into the room, except banned people. */
const INVITED = ALL.filter(name => ROOM_COMMANDS[name] === 'invited');

for (const command of INVITED)
  test(`Y1 X1 N3 ${command} responds to a banned person as to a code of no invitation, in about the same time`, async () => {
    const { code } = (await createRoomInput(rooms.private, command)) as { code: string };
    const toRandom = () => JSON.stringify({ code: randomBytes(32).toString('base64url') });
    expect(JSON.parse(toRandom()).code).toHaveLength(code.length);
    const difference = await measureTransports(
      rooms.private.people.banned,
      command,
      JSON.stringify({ code }),
      toRandom,
    );
    expect(difference).toBeLessThan(MAX_DIFFERENCE_MS);
  });

for (const command of ['set_avatar', 'discard_file'] as const)
  test(`Y1 X1 ${command} responds to a file of a private room as to a missing one, in about the same time`, async () => {
    const text = JSON.stringify({ fileId: rooms.private.messageId });
    expect(await measureTransports(rooms.private.people.former, command, text)).toBeLessThan(
      MAX_DIFFERENCE_MS,
    );
  });

const ROUTES: Record<string, (room: ActorsRoom) => string> = {
  'GET /chat/:roomId': ({ id }) => `/chat/${id}`,
  'GET /files/:id/*': ({ file }) => file,
};

for (const kind of KINDS)
  for (const [name, toPath] of Object.entries(ROUTES))
    test(`Y1 X1 ${name} responds to a ${kind} room as to a missing one, in about the same time`, async () => {
      for (const actor of OUTSIDERS) {
        const get: Probe = async path => {
          const response = await rooms[kind].people[actor].get(path);
          return [response.status, await response.text()];
        };
        const difference = await measureDifference(toPath(rooms[kind]), get);
        expect(difference, `as ${actor}`).toBeLessThan(MAX_DIFFERENCE_MS);
      }
    });
