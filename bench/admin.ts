import { join } from 'node:path';
import { getMedian, getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { addAdminRows } from './admin-rows.ts';
import { startPopulatedServer } from './browser-room.ts';
import type { Figures, Goal, Measurement, Row } from './measurement.ts';
import { WARM_UP } from './room-commands.ts';

const ROWS = 100_000;
const SAMPLES = 300;
const MAX_P99_MS = 40;
const DAY_MS = 24 * 60 * 60_000;

interface List {
  name: string;
  command: string;
  /** The admin who reads it did half of what the audit log lists. */
  createInput: (uid: string) => object;
}

const list = (name: string, command: string, createInput: List['createInput'] = () => ({})): List => ({
  name,
  command,
  createInput,
});

const LISTS: readonly List[] = [
  list('people, newest first', 'list_workspace_people', () => ({ descending: true })),
  list('people by name', 'list_workspace_people', () => ({ sort: 'name' })),
  list('people with a name', 'list_workspace_people', () => ({ text: 'bulk' })),
  list('rooms by activity', 'list_workspace_rooms', () => ({ descending: true })),
  list('rooms by name', 'list_workspace_rooms', () => ({ sort: 'name' })),
  list('rooms with a name', 'list_workspace_rooms', () => ({ text: 'bulk' })),
  list('private rooms', 'list_private_rooms', () => ({ descending: true })),
  list('invitations', 'list_workspace_invites'),
  list('audit log', 'list_audit'),
  list('audit log of a person', 'list_audit', uid => ({ uid })),
  list('audit log of an action', 'list_audit', () => ({ action: 'suspend' })),
  list('audit log of an action by a person', 'list_audit', uid => ({ uid, action: 'suspend' })),
  list('audit log of two days', 'list_audit', () => ({ from: Date.now() - 2 * DAY_MS, to: Date.now() })),
  list('storage', 'get_storage'),
];

/** B17: the lists at `/admin` of a large server. */
export const admin: Measurement = {
  name: 'admin',
  title: `B17 The lists at /admin with ${ROWS} people, rooms, invitations, files and twice as many audit entries: first page, and a page after 20 others, in ms`,
  goals: LISTS.flatMap(toGoals),
  rounds: 3,
  async run({ quick, folder }) {
    const rows = quick ? 200 : ROWS;
    const counts = { users: rows, rooms: rows, messages: rows };
    const server = await startPopulatedServer(join(folder, 'admin'), counts, { SNUG_RATE_LIMITS: 'off' });
    try {
      const wanda = await TestPerson.signUp(server.url, 'Wanda');
      await server.end('SIGTERM');
      await addAdminRows(server.data, wanda.uid);
      await server.start();
      return await measureLists(wanda, quick);
    } finally {
      await server.remove();
    }
  },
};

function toGoals({ name: of, command }: List): Goal[] {
  const figures = command === 'get_storage' ? ['p99'] : ['p99', 'p99, later page'];
  return figures.map(figure => ({ figure, of, atMost: MAX_P99_MS }));
}

async function measureLists(wanda: TestPerson, quick: boolean): Promise<Row[]> {
  const live = await wanda.connect();
  const rows: Row[] = [];
  for (const { name, command, createInput } of LISTS) {
    const input = createInput(wanda.uid);
    const later = await findLaterPage(live, command, input);
    const first = await measure(live, command, input, quick);
    const of = later ? await measure(live, command, later, quick) : undefined;
    const figures: Figures = {
      p50: first.p50,
      p99: first.p99,
      ...(of && { 'p50, later page': of.p50, 'p99, later page': of.p99 }),
    };
    rows.push({ of: name, figures });
  }
  live.socket.close();
  return rows;
}

/** The input for the page after 20 others; undefined if the list has only one page. */
async function findLaterPage(live: TestSocket, command: string, input: object): Promise<object | undefined> {
  const cursor = ['list_audit', 'list_workspace_invites'].includes(command) ? 'before' : 'after';
  let next: object | undefined;
  for (let page = 0; page < 20; page++) {
    const { ok } = await live.request(command, { ...input, ...next });
    const at = (ok as { next?: unknown } | undefined)?.next;
    if (at === undefined) break;
    next = { [cursor]: at };
  }
  return next && { ...input, ...next };
}

async function measure(live: TestSocket, command: string, input: object, quick: boolean) {
  const times: number[] = [];
  const samples = quick ? 10 : SAMPLES;
  for (let index = -(quick ? 0 : WARM_UP); index < samples; index++) {
    const began = performance.now();
    const { error } = await live.request(command, input);
    if (error) throw new Error(`${command}: ${error.code} ${error.message}`);
    if (index >= 0) times.push(performance.now() - began);
  }
  return { p50: getMedian(times), p99: getQuantile(times, 0.99) };
}
