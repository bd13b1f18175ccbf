import type { Attack } from '../attack.ts';

const ENCODINGS = `${'gzip;q=0.001, '.repeat(800)}gzip`;
const COOKIES = Array.from({ length: 900 }, (_, index) => `c${index}=%F0%9F%98`).join('; ');

export const attack: Attack = {
  description: 'compressed pages, with 15 kB of cookies or of encodings',
  run: async (attacker, { largeRoomId }) => {
    const path = attacker.lane % 3 ? `/chat/${largeRoomId}` : '/';
    const cookie = `${COOKIES.slice(0, 12_000)}; ${attacker.identity.cookie}`;
    const headers: Record<string, string> =
      attacker.lane % 2 ? { 'accept-encoding': 'gzip', cookie } : { 'accept-encoding': ENCODINGS };
    await attacker.http('GET', path, '', headers);
  },
};
