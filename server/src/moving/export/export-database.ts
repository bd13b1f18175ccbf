import { existsSync } from 'node:fs';
import { openAdminStore, runMutation } from '../../app/admin-cli/admin-store.ts';
import { newId } from '../../base/ids.ts';
import { RELEASE } from '../../base/release.ts';
import { StartError } from '../../base/start-error.ts';
import { toShortcode } from '../../chat/emoji/shortcodes.ts';
import { createNotificationEncoder } from '../../cluster/bus/envelope.ts';
import type { Config } from '../../config/config.ts';
import { readEpoch } from '../../db/epoch.ts';
import type { LineSource } from '../../export/format/line-source.ts';
import type { Manifest } from '../../export/format/manifest.ts';
import { recordExport } from '../../export/record-export.ts';
import { readDatabase } from '../../export/rows/read-database.ts';
import { readRoomRows } from '../../export/rows/room-rows.ts';
import type { ExportScope } from '../../export/rows/scope.ts';
import { SlackEntries } from '../../export/slack/slack-entries.ts';
import type { ExportProgress } from '../../export/write/export-entries.ts';
import { type WrittenExport, writeEntries, writeExport } from '../../export/write/write-export.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { openMoment } from '../live-moment.ts';
import type { ExportOptions } from './export-options.ts';

interface DatabaseExport extends Pick<Config, 'data' | 'databaseUrl'>, Pick<ExportOptions, 'form' | 'scope'> {
  storage: FileStorage;
  path: string;
  now: Date;
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

/** While a server may run on the database. Throws a `StartError`, a `BackupError`, an error of the disk, or the signal's reason. */
export async function exportDatabase(options: DatabaseExport): Promise<WrittenExport> {
  const { data, databaseUrl, storage, path, scope, now, signal } = options;
  if (existsSync(path)) throw new StartError(`${path} already exists.`);
  await record(options);
  const { read, close } = await openMoment({ data, databaseUrl });
  try {
    const source = readDatabase(read, storage, scope);
    const onProgress = (progress: ExportProgress) => {
      signal.throwIfAborted();
      options.onProgress(progress);
    };
    if (options.form === 'slack') return await writeSlack(options, source, onProgress);
    return await writeExport({
      path,
      source,
      facts: {
        snug: RELEASE,
        instance: await readEpoch(read),
        createdAt: now.toISOString(),
        options: presentScope(scope),
      },
      onProgress,
    });
  } finally {
    await close();
  }
}

async function writeSlack(
  { path, now }: DatabaseExport,
  source: LineSource,
  onProgress: (progress: ExportProgress) => void,
): Promise<WrittenExport> {
  const slack = new SlackEntries({ source, toShortcode, onProgress });
  const bytes = await writeEntries(path, slack, now);
  const { counts, missing, lost } = slack;
  return { counts, missing, lost, bytes };
}

/** Before the first byte, so that no export is without its entry in the audit log and its lines in the rooms. */
async function record({ data, databaseUrl, storage, form, scope }: DatabaseExport): Promise<void> {
  const { read, close } = await openMoment({ data, databaseUrl });
  let rooms: { id: string; kind: string }[];
  try {
    rooms = await listRooms({ read, storage, scope });
  } finally {
    await close();
  }
  const missing = scope.rooms?.find(id => !rooms.some(room => room.id === id));
  if (missing !== undefined)
    throw new StartError(`There is no ${scope.openOnly === true ? 'open ' : ''}room ${missing}.`);
  const store = await openAdminStore({ data, databaseUrl }, createNotificationEncoder(newId()));
  const notOpen = rooms.filter(({ kind }) => kind !== 'open').map(({ id }) => id);
  try {
    await recordExport(input => runMutation(store, 'record_operator_export', input), {
      format: form,
      rooms: rooms.length,
      notOpen,
    });
  } finally {
    await store.close();
  }
}

async function listRooms(
  source: Parameters<typeof readRoomRows>[0],
): Promise<{ id: string; kind: string }[]> {
  const rooms: { id: string; kind: string }[] = [];
  for await (const rows of readRoomRows(source)) rooms.push(...rows.map(({ id, kind }) => ({ id, kind })));
  return rooms;
}

function presentScope({ rooms, openOnly, since, personal }: ExportScope): NonNullable<Manifest['options']> {
  return {
    ...(rooms && { rooms: [...rooms] }),
    ...(openOnly === true && { openOnly }),
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(personal === true && { personal }),
  };
}
