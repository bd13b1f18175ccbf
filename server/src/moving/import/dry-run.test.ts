import { describe, expect, test } from 'vitest';
import type { RoomLine } from '../../export/format/lines.ts';
import { type DryRunFacts, describeDryRun } from './dry-run.ts';
import type { ImportedMessage, ImportedPerson, ImportSource } from './import-source.ts';
import { Ledger } from './ledger.ts';
import { readImportOptions } from './options.ts';
import { AddressOwners } from './people/address-owners.ts';
import type { PeopleRules } from './people/decision.ts';
import { surveySource } from './survey.ts';

const NOW = Date.UTC(2026, 0, 31);
const DAY_MS = 24 * 60 * 60_000;

const RULES: PeopleRules = {
  here: {
    findImported: async () => undefined,
    findByEmail: async email => (email.startsWith('mallory') ? { uid: 'm', isConfirmed: false } : undefined),
  },
  choices: new Map(),
  owners: new AddressOwners(),
  trustsConfirmations: false,
};

function createPerson(sourceId: string, fields: Partial<ImportedPerson> = {}): ImportedPerson {
  return { id: `id-${sourceId}`, sourceId, name: sourceId, email: `${sourceId}@example.com`, ...fields };
}

function createRoom(name: string, kind: RoomLine['kind'], members: string[]): RoomLine {
  const entries = members.map(uid => ({ uid: `id-${uid}`, role: 'member' as const }));
  return { id: name, kind, name, description: '', createdAt: new Date(NOW).toISOString(), members: entries };
}

function createMessage(daysAgo: number, fields: Partial<ImportedMessage> = {}): ImportedMessage {
  return {
    id: `${daysAgo}`,
    at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
    by: 'id-ann',
    text: 'x',
    ...fields,
  };
}

async function* pages<Item>(...items: Item[]): AsyncIterable<readonly Item[]> {
  yield items;
}

/** One room of each kind, with an unread notice, a file and a message in two parts. */
function createSource(ledger: Ledger): ImportSource {
  const rooms = [
    createRoom('general', 'open', ['ann', 'gil']),
    createRoom('secret', 'private', ['ann', 'gil']),
  ];
  return {
    kind: 'slack',
    title: 'Slack export "team.zip"',
    workspace: 'T1',
    ledger,
    people: () => pages(createPerson('ann'), createPerson('mallory'), createPerson('gil', { guest: {} })),
    emoji: () => pages(),
    rooms: () => pages(...rooms),
    async *messages({ name }) {
      ledger.read('message', 3);
      ledger.skip({ kind: 'message', reason: 'notice.channel_join', room: name });
      const file = { id: `file of ${name}`, name: 'a.png', size: 500 };
      const pinned = { by: 'id-ann', at: new Date(NOW).toISOString() };
      const messages = [
        createMessage(40),
        createMessage(40, { extra: 'split' }),
        createMessage(2, { pinned }),
      ];
      yield { messages, files: [file], people: [createPerson('unknown', { placeholder: true })] };
    },
    openFile: async () => undefined,
    close: async () => {},
  };
}

async function survey(ledger: Ledger, { days, rooms }: { days?: number; rooms?: ReadonlySet<string> } = {}) {
  return surveySource(createSource(ledger), {
    rules: RULES,
    retention: days === undefined ? undefined : { version: 1, days },
    rooms,
    now: NOW,
    onProgress: () => {},
  });
}

async function describeFacts(args: string[], facts: Partial<DryRunFacts> = {}): Promise<string> {
  const ledger = new Ledger();
  const lines = describeDryRun({
    title: 'Slack export "team.zip"',
    survey: await survey(ledger, { days: 30 }),
    counts: ledger.counts,
    needed: 1_000_000,
    disk: { total: 10_000_000, free: 5_000_000 },
    options: readImportOptions(['my team.zip', ...args], path => `/srv/${path}`),
    needsOwner: true,
    isOnServer: false,
    report: '/srv/import-report',
    ...facts,
  });
  expect(lines.length).toBeLessThanOrEqual(40);
  return lines.join('\n');
}

describe('a survey', () => {
  test('counts what would come, and reads all of it once', async () => {
    const ledger = new Ledger();
    expect(await survey(ledger)).toMatchObject({
      messages: 4,
      rooms: { open: 1, private: 1, direct: 0, archived: 0 },
      fileBytes: 1_000,
      guests: 1,
      guestRooms: ['general'],
      expired: 0,
      unknownRooms: [],
      firstAt: '2025-12-22T00:00:00.000Z',
      lastAt: '2026-01-29T00:00:00.000Z',
    });
    expect(ledger.counts.read).toEqual({ message: 6 });
  });

  test('names each person once, also those whom only messages name', async () => {
    const { people } = await survey(new Ledger());
    expect(people.map(({ person }) => person.sourceId)).toEqual(['ann', 'mallory', 'gil', 'unknown']);
  });

  test('counts what a rule here removes at once, with all parts of a message', async () => {
    expect((await survey(new Ledger(), { days: 30 })).expired).toBe(4);
    expect((await survey(new Ledger(), { days: 1 })).expired).toBe(6);
  });

  test('reads only the chosen rooms, and finds names that the archive does not have', async () => {
    const ledger = new Ledger();
    const { rooms, messages, unknownRooms } = await survey(ledger, { rooms: new Set(['secret', 'genral']) });
    expect([rooms.open, rooms.private, messages, unknownRooms]).toEqual([0, 1, 2, ['genral']]);
    expect(ledger.counts.skipped).toContainEqual({ kind: 'room', reason: 'room.not_chosen', count: 1 });
  });
});

describe('a dry run', () => {
  test('says what comes, what does not, and how to go on', async () => {
    const text = await describeFacts([]);
    expect(text).toContain('Slack export "team.zip", from 2025-12-22 to 2026-01-29');
    expect(text).toMatch(/messages +6 +4 +2\n/);
    expect(text).toContain('Rooms: 1 open, 1 private, 0 direct');
    expect(text).toContain('People: 2 new accounts, 1 only as authors, such as bots, 1 to decide');
    expect(text).toContain(
      '1 guest comes as a guest of their private rooms. In these open rooms they stay as authors',
    );
    expect(text).toContain('Snug would remove 4 of 4 messages at once');
    expect(text).toContain('about 1.0 MB needed, 5.0 MB free');
    expect(text).toContain('has not confirmed it: mallory (mallory@example.com)');
    expect(text.split('\n').at(-1)).toBe(
      "  npm run import -- '/srv/my team.zip' --apply --owner EMAIL --people /srv/import-report/people.csv",
    );
  });

  test('repeats the options in the command', async () => {
    const args = '--owner ann@example.com --private --late room --rooms general --report none';
    const text = await describeFacts(args.split(' '), { report: undefined });
    expect(text).not.toContain('With --private');
    expect(text.split('\n').at(-1)).toBe(
      "  npm run import -- '/srv/my team.zip' --apply --owner ann@example.com --rooms general --private --late room --report none",
    );
  });

  test('says that the disk is too small', async () => {
    expect(await describeFacts([], { needed: 6_000_000 })).toContain('There is not enough space');
  });
});
