import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { ALLOCATOR_SETTINGS } from '../../scripts/allocator.mjs';
import type { Attack, AttackTarget } from './attack.ts';
import type { Identity } from './attacker.ts';

const PROBE_COUNT = 100;
const ATTACKER_COUNT = 100;
const ACCOUNT_COUNT = 15;
const LARGE_MESSAGE_COUNT = 490;
/** The Node options that `npm start` runs the server with. */
const START_OPTIONS = packageFile.scripts.start.split(' ').filter(word => word.startsWith('--'));
const SEED = join(import.meta.dirname, '..', '..', 'server', 'src', 'app', 'seed', 'main.ts');

/** One person; 15 accounts of one network address; one person each of 100 addresses. */
export const ATTACKER_PROFILES = ['person', 'accounts', 'addresses'] as const;
export type AttackerProfile = (typeof ATTACKER_PROFILES)[number];

export interface AttackSetup {
  server: ServerProcess;
  target: AttackTarget;
  probeIdentities: Identity[];
  /** The same `turn` selects the same people. */
  selectAttackers: (profile: AttackerProfile, turn: number) => Identity[];
  /** Neither a probe nor an attacker. */
  bystander: Identity;
  /** Starts the server again, with its usual limits, on its initial data and what the attack prepares. */
  restart: (attack?: Pick<Attack, 'prepare' | 'settings'>) => Promise<void>;
  remove: () => Promise<void>;
}

export async function createAttackSetup(): Promise<AttackSetup> {
  const server = await ServerProcess.start({ nodeOptions: START_OPTIONS });
  await server.end('SIGTERM');
  await populate(server);
  await server.start();
  const cookies = readFileSync(join(server.data, 'cookies.txt'), 'utf8').trim().split('\n');
  const people = await Promise.all(cookies.map(cookie => TestPerson.fromCookie(server.url, cookie)));
  const [ann] = people as [TestPerson];
  const roomId = await ann.createRoom();
  const largeRoomId = await ann.createRoom();
  for (let count = 0; count < LARGE_MESSAGE_COUNT; count++)
    await ann.runCommand<CommandOutput<'send_message'>>('send_message', {
      roomId: largeRoomId,
      id: randomUUID(),
      text: '文'.repeat(10_000),
    });
  const target = { url: server.url, roomId, largeRoomId, uids: people.map(({ uid }) => uid) };
  await server.end('SIGTERM');
  const copy = `${server.data}-first`;
  cpSync(server.data, copy, { recursive: true });
  const others = cookies.slice(PROBE_COUNT, PROBE_COUNT + ATTACKER_COUNT);
  const bystander = { cookie: cookies.at(-1) ?? '', address: '127.0.4.1' };
  return {
    server,
    target,
    probeIdentities: cookies
      .slice(0, PROBE_COUNT)
      .map((cookie, index) => ({ cookie, address: `127.0.1.${index + 1}` })),
    selectAttackers: (profile, turn) => selectAttackers(others, profile, turn),
    bystander,
    async restart({ prepare, settings } = {}) {
      if (server.isRunning) await server.end('SIGTERM');
      rmSync(server.data, { recursive: true });
      cpSync(copy, server.data, { recursive: true });
      await prepare?.(server.data, target.uids.slice(PROBE_COUNT));
      const usual = { SNUG_RATE_LIMITS: 'on', SNUG_OUTBOUND_ALLOW: '127.0.0.1' };
      await server.start({ settings: { ...ALLOCATOR_SETTINGS, ...usual, ...settings } });
    },
    async remove() {
      await server.remove();
      rmSync(copy, { recursive: true });
    },
  };
}

function selectAttackers(cookies: readonly string[], profile: AttackerProfile, turn: number): Identity[] {
  if (profile === 'addresses')
    return cookies.map((cookie, index) => ({ cookie, address: `127.0.3.${index + 1}` }));
  const count = profile === 'person' ? 1 : ACCOUNT_COUNT;
  const first = (turn * count) % (cookies.length - count + 1);
  const address = `127.0.2.${(turn % 250) + 1}`;
  return cookies.slice(first, first + count).map(cookie => ({ cookie, address }));
}

async function populate({ data, port }: ServerProcess): Promise<void> {
  const counts = [
    '--users',
    String(PROBE_COUNT + ATTACKER_COUNT + 1),
    '--rooms',
    '50',
    '--messages',
    '10000',
  ];
  await promisify(execFile)(process.execPath, [SEED, ...counts], {
    env: { ...process.env, SNUG_DATA: data, PORT: String(port) },
  });
}
