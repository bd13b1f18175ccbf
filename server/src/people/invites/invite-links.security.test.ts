import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { SignedCodes } from '../../base/signed-codes.ts';
import { readConfig } from '../../config/config.ts';
import { RateLimits } from '../../limits/rate-limits.ts';
import { addPerson, NOW, runJob, temporaryDatabase } from '../../testing/database.ts';
import { InviteLinks } from './invite-links.ts';
import type { StoredInvite } from './invite-store.ts';

test('N3 after more than 20 codes that lead nowhere, a person or an address waits, also with a valid one', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const input = { id: newId(), roomIds: [], expiresInDays: 7, maxUses: 10 };
  const { output } = await runJob<StoredInvite>(db, { mutation: 'create_invite', caller: { uid }, input });
  const secret = 'x'.repeat(32);
  const code = new SignedCodes(secret, 'invite').toCode(output.id);
  const limits = new RateLimits(readConfig({}).rates, () => 0);
  const links = new InviteLinks({ secret, read: db, now: () => NOW, limits });
  for (let count = 0; count <= 20; count++) {
    await links.find(code, 'eve');
    await expect(links.find(`${code.slice(1)}A`, 'eve')).rejects.toThrow('Not found');
  }
  await expect(links.find(code, 'eve')).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await links.find(code, 'ben')).id).toBe(output.id);
});
