import type { CommandOutput } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { readPresences } from '../presence/presence-store.ts';
import { accessPerson } from './access.ts';
import { findBotOwner } from './bot.ts';

/** Throws `not_found`. */
export async function readProfile(db: Db, uid: string): Promise<CommandOutput<'get_profile'>> {
  const person = await accessPerson(db, uid);
  const [presence] = await readPresences(db, [uid]);
  const owner = await findBotOwner(db, person);
  return { person, ...(presence && { presence }), ...(owner && { owner }) };
}
