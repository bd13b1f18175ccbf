import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';

// Without a cookie: a sign-in ends the session of its cookie, which would end the attack.
const HEADERS = { 'content-type': 'application/json', cookie: '' };

export const attack: Attack = {
  description: 'sign-ins with wrong passwords and sign-ups',
  run: async attacker => {
    const email = `${randomUUID()}@snug.example`;
    const body = { name: 'Eve', email, password: 'x'.repeat(128) };
    const path = attacker.lane % 2 ? 'sign-up' : 'sign-in';
    await attacker.http('POST', `/api/auth/${path}/email`, JSON.stringify(body), HEADERS);
  },
};
