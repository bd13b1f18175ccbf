import { COMMANDS, type CommandError, type CommandName } from '@snug/protocol';
import type { Address } from '@snug/testkit/client-socket.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, setStage, TRIALS } from './command-inputs.ts';
import { dump } from './dump-database.ts';
import { startServer } from './fixtures.ts';
import { httpLine, type Line, SocketLine } from './load/command-client.ts';
import { FaultProxy } from './proxy/proxy.ts';

const LOST = 5;

/** Commands that change nothing, whatever they are given. */
const READS: readonly CommandName[] = [
  'list_rooms',
  'find_rooms',
  'watch_rooms',
  'watch_list',
  'open_room',
  'close_room',
  'catch_up',
  'get_messages',
  'get_mine',
  'get_profile',
  'watch_people',
  'watch_room',
  'unwatch_room',
  'list_accounts',
  'list_sessions',
];

/** These answer a repetition by saying that what they were to use up is not there any more. */
const USES_UP: readonly CommandName[] = ['set_avatar', 'unlink_account'];

/** After this nobody can ask again. */
const SIGNS_OUT = 'sign_out_everywhere' satisfies CommandName;

const TRANSPORTS = ['HTTP', 'a socket'];

let server: ServerProcess;
let proxy: FaultProxy;
/** By transport, so that each command has something left to change. */
let stages: Map<string, Stage>;

beforeAll(async () => {
  server = await startServer();
  proxy = await FaultProxy.start(server.port);
  stages = new Map(
    await Promise.all(
      TRANSPORTS.map(
        async (transport, index): Promise<[string, Stage]> => [transport, await setStage(server, 2 * index)],
      ),
    ),
  );
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
});

function addressOf(cookie: string): Address {
  return { url: proxy.url, origin: server.url, cookie };
}

function lineOf({ person: { cookie } }: Stage, transport: string): Line {
  const address = addressOf(cookie);
  return transport === 'HTTP' ? httpLine(address) : new SocketLine(address);
}

/** Gives a command whose answer gets lost: the connection is reset as its first bytes come back. */
async function askInVain(line: Line, command: CommandName, input: object): Promise<void> {
  // A socket has been greeted before, so that what comes back is the answer, or what was told as it was done.
  await line.ask('list_rooms', {});
  proxy.set('down', { cutAfter: 0 });
  await expect(line.ask(command, input)).rejects.toMatchObject({ code: 'unavailable' });
  proxy.clear();
}

const REPEATABLE = (Object.keys(COMMANDS) as CommandName[]).filter(name => name !== SIGNS_OUT);

for (const command of REPEATABLE) {
  for (const transport of TRANSPORTS) {
    test(`T10 M2 M7 L5 R2 ${command} does no more where its answer is lost ${LOST} times, over ${transport}`, async () => {
      const stage = stages.get(transport);
      if (!stage) throw new Error(`no stage for ${transport}`);
      const input = await Promise.resolve(TRIALS[command](stage));
      const line = lineOf(stage, transport);
      const before = await dump(server.data);
      for (let tries = 0; tries < 2; tries++) await askInVain(line, command, input);
      const once = await dump(server.data);
      for (let tries = 2; tries < LOST; tries++) await askInVain(line, command, input);
      const answer = line.ask(command, input).then(
        () => 'answered',
        ({ code }: CommandError) => code,
      );
      expect(await answer).toBe(USES_UP.includes(command) ? 'not_found' : 'answered');
      line.close();
      expect(await dump(server.data)).toBe(once);
      expect(once === before ? 'nothing' : 'something').toBe(
        READS.includes(command) ? 'nothing' : 'something',
      );
    });
  }
}

test.each(TRANSPORTS)(
  `${SIGNS_OUT} is done where its answer is lost, and says so, over %s`,
  async transport => {
    const stage = await setStage(server, TRANSPORTS.length * 2 + TRANSPORTS.indexOf(transport) * 2);
    const again = httpLine(addressOf(stage.person.cookie));
    // What is told as they come online may be what was cut off, before the command was on its way: then it is given again.
    const outcome = async () => {
      const line = lineOf(stage, transport);
      await askInVain(line, SIGNS_OUT, {});
      line.close();
      return again.ask('list_rooms', {}).then(
        () => 'answered',
        ({ code }: CommandError) => code,
      );
    };
    await expect.poll(outcome).toBe('signed_out');
  },
);
