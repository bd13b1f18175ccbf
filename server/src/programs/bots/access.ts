import { CommandError } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { type BotRow, findBot } from '../../people/profiles/bot.ts';

/** For its owner, also after its deletion. Throws `not_found`. */
export async function accessBot(db: Db, { uid }: Caller, botId: string): Promise<BotRow> {
  const bot = requireFound(await findBot(db, botId));
  if (bot.ownerId !== uid) throw new CommandError('not_found');
  return bot;
}
