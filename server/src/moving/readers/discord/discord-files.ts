import * as v from 'valibot';
import type { Archive } from '../../archive/archive.ts';
import { readJsonItems } from '../read-json-items.ts';
import { DiscordHead } from './discord-export.ts';

export interface DiscordFile {
  path: string;
  /** With a slash at its end. */
  folder: string;
  head: DiscordHead;
}

/** The files of an archive that DiscordChatExporter wrote: a channel, thread or direct room each, or a part of one. */
export async function findDiscordFiles(archive: Archive): Promise<DiscordFile[]> {
  const files: DiscordFile[] = [];
  for (const path of [...archive.entries.keys()].toSorted()) {
    if (!path.toLowerCase().endsWith('.json')) continue;
    const head = await readHead(archive, path);
    if (head) files.push({ path, folder: path.slice(0, path.lastIndexOf('/') + 1), head });
  }
  return files;
}

async function readHead(archive: Archive, path: string): Promise<DiscordHead | undefined> {
  const stream = await archive.open(path);
  try {
    for await (const { value } of readJsonItems(stream, 'messages')) {
      const { success, output } = v.safeParse(DiscordHead, value);
      return success ? output : undefined;
    }
    return undefined;
  } finally {
    stream.destroy();
  }
}
