import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from '../account/passwords/password-hash.ts';

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

const digest = async (password: string, salt: string) =>
  `${salt}:${(await derive(password, salt, 16, { N: 2 })).toString('hex')}`;

/** scrypt with the least work. Real hashes take longer than the rest of most tests. */
export const cheapPasswordHash: PasswordHash = {
  hash: password => digest(password, randomBytes(8).toString('hex')),
  verify: async ({ hash, password }) => {
    const [salt = ''] = hash.split(':');
    return timingSafeEqual(Buffer.from(await digest(password, salt)), Buffer.from(hash));
  },
};
