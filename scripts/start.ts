import { buildWeb } from './build-web.ts';

await buildWeb();
await import('../server/src/main.ts');
