import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { measureProcess } from './imports/measure-process.ts';
import type { Measurement, Row } from './measurement.ts';

const FULL = { people: 1_000, rooms: 200, messages: 1_000_000, fileBytes: 0 };
const QUICK = { people: 50, rooms: 4, messages: 4_000, fileBytes: 0 };
/** 2 GB. */
const WITH_FILES = { people: 100, rooms: 10, messages: 7_000, fileBytes: 4_000_000 };
const QUICK_WITH_FILES = { people: 50, rooms: 2, messages: 400, fileBytes: 1_000 };
const [ONE_ROOM_MESSAGES, QUICK_ONE_ROOM_MESSAGES] = [2_000_000, 6_000];
const MAX_MEMORY_MB = 700;
const [MAX_OF_POPULATE, MAX_OF_RESTORE] = [2.5, 1.5];
const [ON_SQLITE, ON_POSTGRES, ONE_ROOM, FILES, POPULATE, RESTORE] = [
  'import, SQLite',
  'import, PostgreSQL',
  'import of one room, SQLite',
  'import of 2 GB of files, SQLite',
  'populate',
  'restore, PostgreSQL',
] as const;

/** Without a reader: the messages are made while they are stored. */
export const imports: Measurement = {
  name: 'import',
  title: 'The import of a million messages with threads, reactions and mentions',
  goals: [
    { figure: 'processor, s', of: ON_SQLITE, atMost: MAX_OF_POPULATE, timesOf: POPULATE },
    { figure: 'time, s', of: ON_POSTGRES, atMost: MAX_OF_RESTORE, timesOf: RESTORE },
    ...[ON_SQLITE, ON_POSTGRES, ONE_ROOM, FILES].map(of => ({
      figure: 'memory, MB',
      of,
      atMost: MAX_MEMORY_MB,
    })),
  ],
  rounds: 1,
  async run({ quick, folder }) {
    const counts = quick ? QUICK : FULL;
    const inFolder = async (name: string, measure: (data: string) => Promise<Row>) => {
      const data = join(folder, name);
      const row = await measure(data);
      rmSync(data, { recursive: true, force: true });
      return row;
    };
    const large = { ...counts, rooms: 1, messages: quick ? QUICK_ONE_ROOM_MESSAGES : ONE_ROOM_MESSAGES };
    return [
      await inFolder('populated', async data => ({
        of: POPULATE,
        figures: await measureProcess('populate-work', { data, url: '', ...counts }),
      })),
      await inFolder('imported', async data => ({
        of: ON_SQLITE,
        figures: await measureProcess('work', { data, url: '', ...counts }),
      })),
      await inFolder('one-room', async data => ({
        of: ONE_ROOM,
        figures: await measureProcess('work', { data, url: '', ...large }),
      })),
      await inFolder('files', async data => ({
        of: FILES,
        figures: await measureProcess('work', {
          data,
          url: '',
          ...(quick ? QUICK_WITH_FILES : WITH_FILES),
        }),
      })),
      ...(await measurePostgres(folder, counts)),
    ];
  },
};

async function measurePostgres(folder: string, counts: typeof FULL): Promise<Row[]> {
  const postgres = await PostgresServer.start({ durable: true });
  try {
    const [url, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const [data, restored, archive] = ['postgres', 'restored', 'import.tar'].map(name =>
      join(folder, name),
    ) as [string, string, string];
    const figures = await measureProcess('work', { data, url, ...counts });
    const secret = { SNUG_SECRET: 's'.repeat(32) };
    await runOrThrow('backup', data, [archive], { ...secret, DATABASE_URL: url });
    const started = performance.now();
    await runOrThrow('restore', restored, [archive], { ...secret, DATABASE_URL: other });
    const seconds = (performance.now() - started) / 1000;
    for (const path of [data, restored, archive]) rmSync(path, { recursive: true, force: true });
    return [
      { of: ON_POSTGRES, figures },
      { of: RESTORE, figures: { 'time, s': seconds } },
    ];
  } finally {
    await postgres.remove();
  }
}

async function runOrThrow(
  name: 'backup' | 'restore',
  data: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<void> {
  const { code, stderrLines } = await runCommand(name, data, args, '', settings);
  if (code !== 0) throw new Error(stderrLines.join('\n'));
}
