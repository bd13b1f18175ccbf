import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext } from '@playwright/test';
import { sendCommand, uploadFile } from '@snug/testkit/browser/commands.ts';
import { createPng } from './emoji-pictures.ts';
import type { Server } from './server.ts';

export async function addEmoji(
  { url }: Server,
  context: BrowserContext,
  name: string,
  picture = createPng(`${name}.png`, [40, 120, 220]),
): Promise<void> {
  const { id: fileId } = await uploadFile(url, context, picture);
  await sendCommand(url, context, 'add_emoji', { name, fileId });
}

/** Adds `name_0001`, `name_0002` and so on, until there are `count` emoji with the one that exists. Each has a picture of its own, which looks like that one. */
export function multiplyEmoji(server: Server, name: string, count: number): void {
  const database = new DatabaseSync(join(server.data, 'snug.db'));
  const copyPicture = database.prepare(
    `insert into "emoji_pictures" select ?, "webp", "still" from "emoji_pictures" limit 1`,
  );
  const copyName = database.prepare(
    `insert into "emoji" ("name", "key", "picture", "bytes", "addedBy", "at", "version")
     select ?, ?, ?, "bytes", "addedBy", "at", "version" + ? from "emoji" where "name" = ?`,
  );
  database.exec('begin');
  for (let number = 1; number < count; number++) {
    const [copy, picture] = [`${name}_${String(number).padStart(4, '0')}`, randomBytes(16).toString('hex')];
    copyPicture.run(picture);
    copyName.run(copy, copy, picture, number, name);
  }
  database.exec('commit');
  database.close();
}
