import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import { accessSelf } from '../../people/profiles/access.ts';
import { getFilePath } from './entry-names.ts';
import { type ExportSource, toTime } from './export-source.ts';
import { findAvatarKey, readAccount } from './own-account.ts';
import { listOwnFiles } from './own-files.ts';
import { toJsonLines } from './pages.ts';
import { describeParts, PARTS } from './parts.ts';

interface Entry {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<string | Uint8Array>;
}

/** A ZIP archive of everything that is the person's. It reads only as fast as somebody reads from the stream. */
export function createArchive(source: ExportSource): Readable {
  const open = new Set<Readable>();
  const zip = makeZip(listEntries(source, open)) as ReadableStream;
  const stream = Readable.fromWeb(zip);
  // The library leaves the present file open if the archive ends early.
  stream.once('close', () => {
    for (const file of open) file.destroy();
  });
  return stream;
}

async function* listEntries(source: ExportSource, open: Set<Readable>): AsyncGenerator<Entry> {
  const { read, uid, confirmSession } = source;
  const lastModified = new Date(source.now());
  const { name } = await accessSelf(read, uid);
  const text = (name: string, input: Entry['input']) => ({ name, lastModified, input });
  yield text('README.txt', describeParts(name, toTime(source.now())));
  yield text('account.json', `${JSON.stringify(await readAccount(source), undefined, 2)}\n`);
  for (const part of PARTS) yield text(part.name, toJsonLines(part.read(source), confirmSession));
  const avatarKey = await findAvatarKey(source);
  if (avatarKey !== undefined)
    yield* readBytes(source, open, { name: 'avatar.png', key: avatarKey, lastModified });
  for await (const files of listOwnFiles(source))
    for (const { id, name, key, createdAt } of files)
      yield* readBytes(source, open, { name: getFilePath(id, name), key, lastModified: new Date(createdAt) });
}

/** Nothing, if the file was deleted meanwhile. */
async function* readBytes(
  { storage, confirmSession }: ExportSource,
  open: Set<Readable>,
  { name, key, lastModified }: { name: string; key: string; lastModified: Date },
): AsyncGenerator<Entry> {
  await confirmSession();
  const bytes = await storage.read(key);
  if (!bytes) return;
  open.add(bytes);
  bytes.once('close', () => open.delete(bytes));
  yield { name, lastModified, input: bytes };
}
