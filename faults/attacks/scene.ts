import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandOutput } from '@snug/protocol';
import { TestPerson } from '../../server/src/testing/person.ts';
import { ServerProcess } from '../../server/src/testing/server-process.ts';
import type { Target } from './attack.ts';
import type { Identity } from './attacker.ts';

const PROBERS = 100;
const ATTACKERS = 100;
const LARGE_MESSAGES = 490;
const SEED = join(import.meta.dirname, '..', '..', 'server', 'src', 'seed', 'main.ts');

/** Who attacks: one person, 15 accounts of one network address, a person each of 100 addresses. */
export const CROWDS = ['person', 'accounts', 'addresses'] as const;
export type Crowd = (typeof CROWDS)[number];

export interface Scene {
  server: ServerProcess;
  target: Target;
  probers: Identity[];
  attackers: Record<Crowd, Identity[]>;
}

/** A server with 200 people in 50 rooms. It has its usual limits after its next start. */
export async function openScene(): Promise<Scene> {
  const server = await ServerProcess.start();
  await server.end('SIGTERM');
  await populate(server);
  await server.start();
  const cookies = readFileSync(join(server.data, 'cookies.txt'), 'utf8').trim().split('\n');
  const people = await Promise.all(cookies.map(cookie => TestPerson.ofCookie(server.url, cookie)));
  const [ann] = people as [TestPerson];
  const roomId = await ann.createRoom();
  const largeRoomId = await ann.createRoom();
  for (let count = 0; count < LARGE_MESSAGES; count++)
    await ann.do<CommandOutput<'send_message'>>('send_message', {
      roomId: largeRoomId,
      id: randomUUID(),
      text: '\u0001'.repeat(10_000),
    });
  const target = { url: server.url, roomId, largeRoomId, uids: people.map(({ uid }) => uid) };
  const others = cookies.slice(PROBERS, PROBERS + ATTACKERS);
  return {
    server,
    target,
    probers: cookies.slice(0, PROBERS).map((cookie, index) => ({ cookie, address: `127.0.1.${index + 1}` })),
    attackers: {
      person: others.slice(0, 1).map(cookie => ({ cookie, address: '127.0.2.1' })),
      accounts: others.slice(0, 15).map(cookie => ({ cookie, address: '127.0.2.1' })),
      addresses: others.map((cookie, index) => ({ cookie, address: `127.0.3.${index + 1}` })),
    },
  };
}

async function populate({ data }: ServerProcess): Promise<void> {
  const counts = ['--users', String(PROBERS + ATTACKERS), '--rooms', '50', '--messages', '10000'];
  await promisify(execFile)(process.execPath, [SEED, ...counts], {
    env: { ...process.env, SNUG_DATA: data },
  });
}
