import { run } from './run.mjs';

const { code } = await run('biome', ['check', '--write', '.']);
process.exit(code);
