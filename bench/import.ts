import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import type { ArchiveCounts } from './imports/large-archive.ts';
import { measureProcess } from './imports/measure-process.ts';
import type { Figures, Goal, Measurement, Round, Row } from './measurement.ts';

const FULL = { people: 1_000, rooms: 200, messages: 1_000_000, fileBytes: 0 };
const QUICK = { people: 50, rooms: 4, messages: 4_000, fileBytes: 0 };
/** 2 GB. */
const WITH_FILES = { people: 100, rooms: 10, messages: 7_000, fileBytes: 4_000_000 };
const QUICK_WITH_FILES = { people: 50, rooms: 2, messages: 400, fileBytes: 1_000 };
const ONE_ROOM = { people: 1_000, rooms: 1, messages: 2_000_000, fileBytes: 0 };
const QUICK_ONE_ROOM = { people: 50, rooms: 1, messages: 6_000, fileBytes: 0 };
const MAX_MEMORY_MB = 700;
const [MAX_OF_POPULATE, MAX_OF_RESTORE] = [2.5, 1.5];
const [IMPORT, EXPORT, POPULATE, RESTORE] = ['import', 'export', 'populate', 'restore'] as const;
const MEMORY: Goal = { figure: 'memory, MB', of: IMPORT, atMost: MAX_MEMORY_MB };

/** Without a reader: the messages are made while they are stored. */
export const imports: readonly Measurement[] = [
  {
    name: 'import-sqlite',
    group: 'import',
    title: 'The import of a million messages with threads, reactions and mentions, SQLite',
    goals: [
      MEMORY,
      { figure: 'processor, s', of: IMPORT, atMost: MAX_OF_POPULATE, timesOf: POPULATE },
      { figure: 'time, s', of: EXPORT, atMost: 1, timesOf: IMPORT },
    ],
    rounds: 1,
    async run(round) {
      const counts = choose(round, FULL, QUICK);
      const populated = { data: join(round.folder, 'populated'), url: '', ...counts };
      const task = { data: join(round.folder, 'imported'), url: '', ...counts };
      try {
        return [
          { of: POPULATE, figures: await measureProcess('populate-work', populated) },
          { of: IMPORT, figures: await measureProcess('work', task) },
          { of: EXPORT, figures: await measureProcess('export-work', task) },
        ];
      } finally {
        remove(populated.data, task.data);
      }
    },
  },
  {
    name: 'import-room',
    group: 'import',
    title: 'The import of one room of two million messages, SQLite',
    goals: [MEMORY],
    rounds: 1,
    run: round => measureImport(round, choose(round, ONE_ROOM, QUICK_ONE_ROOM)),
  },
  {
    name: 'import-files',
    group: 'import',
    title: 'The import of 2 GB of files, SQLite',
    goals: [MEMORY],
    rounds: 1,
    run: round => measureImport(round, choose(round, WITH_FILES, QUICK_WITH_FILES)),
  },
  {
    name: 'import-postgres',
    group: 'import',
    title: 'The import of a million messages with threads, reactions and mentions, PostgreSQL',
    goals: [MEMORY, { figure: 'time, s', of: IMPORT, atMost: MAX_OF_RESTORE, timesOf: RESTORE }],
    rounds: 1,
    run: round => measurePostgres(round, choose(round, FULL, QUICK)),
  },
];

function choose({ quick, scale }: Round, full: ArchiveCounts, brief: ArchiveCounts): ArchiveCounts {
  if (quick) return brief;
  const rooms = Math.ceil(full.rooms * scale);
  return { ...full, rooms, messages: rooms * Math.floor((full.messages * scale) / rooms) };
}

async function measureImport({ folder }: Round, counts: ArchiveCounts): Promise<Row[]> {
  const data = join(folder, 'imported');
  try {
    return [{ of: IMPORT, figures: await measureProcess('work', { data, url: '', ...counts }) }];
  } finally {
    remove(data);
  }
}

async function measurePostgres({ folder }: Round, counts: ArchiveCounts): Promise<Row[]> {
  const postgres = await PostgresServer.start({ durable: true });
  const [data, restored, archive] = ['postgres', 'restored', 'import.tar'].map(name =>
    join(folder, name),
  ) as [string, string, string];
  try {
    const [url, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const figures = await measureProcess('work', { data, url, ...counts });
    await runOrThrow('backup', data, archive, url);
    return [
      { of: IMPORT, figures },
      { of: RESTORE, figures: await timeRestore(restored, archive, other) },
    ];
  } finally {
    await postgres.remove();
    remove(data, restored, archive);
  }
}

async function timeRestore(data: string, archive: string, url: string): Promise<Figures> {
  const started = performance.now();
  await runOrThrow('restore', data, archive, url);
  return { 'time, s': (performance.now() - started) / 1000 };
}

async function runOrThrow(
  name: 'backup' | 'restore',
  data: string,
  archive: string,
  url: string,
): Promise<void> {
  const settings = { SNUG_SECRET: 's'.repeat(32), DATABASE_URL: url };
  const { code, stderrLines } = await runCommand(name, data, [archive], '', settings);
  if (code !== 0) throw new Error(stderrLines.join('\n'));
}

function remove(...paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
