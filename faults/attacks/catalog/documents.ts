import type { Attack } from '../attack.ts';

const PATHS = ['/api/docs', '/api/openapi.json', '/', '/api/providers', '/readyz', '/nothing'];

export const attack: Attack = {
  description: 'public routes: documents, the page, health',
  run: async attacker => {
    await attacker.http('GET', PATHS[attacker.tally.asked % PATHS.length] ?? '/', '', { cookie: '' });
  },
};
