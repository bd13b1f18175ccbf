import './stop-signals.mjs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT } from './run.mjs';

await build();
await import(join(ROOT, 'server', 'dist', 'main.js'));
