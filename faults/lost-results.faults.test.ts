import { COMMANDS, type CommandError, type CommandName } from '@snug/protocol';
import { newId } from '@snug/server/base/ids.ts';
import { COMMAND_COSTS } from '@snug/server/commands/command-limits.ts';
import { createInput } from '@snug/server/testing/command-cases/command-cases.ts';
import type { ServerAddress } from '@snug/testkit/client-socket.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpDatabase } from './dump-database.ts';
import { startServerWithParticipants } from './fixtures.ts';
import { holdJobs } from './hold-jobs.ts';
import { type CommandClient, createHttpClient, ReconnectingSocketClient } from './load/command-client.ts';
import { FaultProxy } from './proxy/proxy.ts';
import { HAS_DETAILS } from './seed.ts';
import { createInputSource, createTestSetup, type TestSetup } from './test-setup.ts';

const LOST_COUNT = HAS_DETAILS ? 5 : 2;

const READ_LIMITS: readonly string[] = ['reads', 'history', 'searches', 'message_searches', 'typing'];

/** There is no emoji and no upload. */
const EMOJI_COMMANDS = (Object.keys(COMMANDS) as CommandName[]).filter(
  name => name.includes('emoji') && !name.startsWith('list_'),
);

/**
 * The person is a workspace admin already, and has no notice; the other one is no guest. The webhook works, the push service does not exist, and the setting keeps its value. A dump has no
 * sessions, because each use changes them.
 */
const UNCHANGING_COMMANDS: readonly CommandName[] = [
  'redeem_setup',
  'acknowledge_notices',
  'make_member',
  'check_upload',
  'end_session',
  'retry_webhook',
  'test_webhook',
  'test_push',
  'send_test_mail',
  'set_setting',
  'set_logo',
  ...EMOJI_COMMANDS,
];

/** Commands that store nothing. */
const READ_COMMANDS = (Object.keys(COMMANDS) as CommandName[]).filter(
  name => READ_LIMITS.includes(COMMAND_COSTS[name].limit) || UNCHANGING_COMMANDS.includes(name),
);

/** If the program sends no id, each call creates a new one. */
const COMMANDS_WITH_ID: readonly CommandName[] = ['create_bot', 'create_webhook'];

/** The server stores only the hash of a secret, so a repetition creates another one. */
const SECRET_COMMANDS: readonly CommandName[] = ['create_token', 'create_recovery_link', 'create_claim_link'];

/** In this order, because they end the access of the other person. */
const LAST_COMMANDS: readonly CommandName[] = ['end_sessions', 'set_suspension'];

/** If these are repeated, they report that their one-time input no longer exists. The server has no mail, and the logo and emoji have no upload. */
const ONE_TIME_COMMANDS: readonly CommandName[] = [
  'set_avatar',
  'unlink_account',
  'delete_room',
  'end_session',
  'send_test_mail',
  'set_logo',
  ...EMOJI_COMMANDS,
];

/** After this command, its person has no session for a repetition. */
const SIGN_OUT_COMMAND = 'sign_out_everywhere' satisfies CommandName;

const TRANSPORTS = ['HTTP', 'a socket'];

let server: ServerProcess;
let proxy: FaultProxy;
/** By transport, so that each command has something left to change. */
let setups: Map<string, TestSetup>;

beforeAll(async () => {
  server = await startServerWithParticipants();
  // An erasure after an earlier command would change the database between two dumps.
  await holdJobs(server.data);
  proxy = await FaultProxy.start(server.port);
  setups = new Map(
    await Promise.all(
      TRANSPORTS.map(
        async (transport, index): Promise<[string, TestSetup]> => [
          transport,
          await createTestSetup(server, 2 * index),
        ],
      ),
    ),
  );
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
});

function toAddress(cookie: string): ServerAddress {
  return { url: proxy.url, origin: server.url, cookie };
}

function createClient({ person: { cookie } }: TestSetup, transport: string): CommandClient {
  const address = toAddress(cookie);
  return transport === 'HTTP' ? createHttpClient(address) : new ReconnectingSocketClient(address);
}

/** Resets the connection when the first bytes of the result come back. */
async function requestAndLoseResult(line: CommandClient, command: CommandName, input: object): Promise<void> {
  // After a first result, the greeting has arrived: the next bytes are the result, or an event of the change.
  await line.request('list_rooms', {});
  proxy.set('down', { resetAfterBytes: 0 });
  await expect(line.request(command, input)).rejects.toMatchObject({ code: 'unavailable' });
  proxy.restore();
}

const REPEATABLE_COMMANDS = (Object.keys(COMMANDS) as CommandName[])
  .filter(name => name !== SIGN_OUT_COMMAND && !SECRET_COMMANDS.includes(name))
  .toSorted((a, b) => LAST_COMMANDS.indexOf(a) - LAST_COMMANDS.indexOf(b));

for (const command of REPEATABLE_COMMANDS) {
  const isShort = READ_COMMANDS.includes(command) && !HAS_DETAILS;
  for (const transport of isShort ? TRANSPORTS.slice(0, 1) : TRANSPORTS) {
    test(`T10 M2 M7 L5 R2 ${command} changes nothing more if its result is lost ${LOST_COUNT} times, over ${transport}`, async () => {
      const setup = setups.get(transport);
      if (!setup) throw new Error(`no setup for ${transport}`);
      const created = await createInput(command, createInputSource(setup));
      const input = COMMANDS_WITH_ID.includes(command) ? { ...created, id: newId() } : created;
      const line = createClient(setup, transport);
      const before = await dumpDatabase(server.data);
      for (let tries = 0; tries < 2; tries++) await requestAndLoseResult(line, command, input);
      const once = await dumpDatabase(server.data);
      for (let tries = 2; tries < LOST_COUNT; tries++) await requestAndLoseResult(line, command, input);
      const result = line.request(command, input).then(
        () => 'succeeded',
        ({ code }: CommandError) => code,
      );
      expect(await result).toBe(ONE_TIME_COMMANDS.includes(command) ? 'not_found' : 'succeeded');
      line.close();
      expect(await dumpDatabase(server.data)).toBe(once);
      expect(once === before ? 'nothing' : 'something').toBe(
        READ_COMMANDS.includes(command) ? 'nothing' : 'something',
      );
    });
  }
}

test.each(TRANSPORTS)(
  `${SIGN_OUT_COMMAND} runs if its result is lost, and a repetition reports it, over %s`,
  async transport => {
    const setup = await createTestSetup(server, TRANSPORTS.length * 2 + TRANSPORTS.indexOf(transport) * 2);
    const again = createHttpClient(toAddress(setup.person.cookie));
    const isSignedOut = () =>
      again.request('list_rooms', {}).then(
        () => false,
        ({ code }: CommandError) => code === 'unauthenticated',
      );
    // The cut may hit an event of the person coming online, before the command ran. Then the command is repeated, unless it
    // has run meanwhile.
    const signOut = async () => {
      if (await isSignedOut()) return true;
      const line = createClient(setup, transport);
      await requestAndLoseResult(line, SIGN_OUT_COMMAND, {});
      line.close();
      return isSignedOut();
    };
    await expect.poll(signOut).toBe(true);
  },
);
