import { join } from 'node:path';
import { build } from './build.ts';
import { ROOT } from './run.ts';

await build();
await import(join(ROOT, 'server', 'dist', 'main.js'));
