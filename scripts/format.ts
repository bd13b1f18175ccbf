import { run } from './run.ts';

const { code } = await run('biome', ['check', '--write', '.']);
process.exit(code);
