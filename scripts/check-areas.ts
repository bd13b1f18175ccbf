import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAreaProblems, isProduct, type Layout } from './areas.ts';
import { print, ROOT } from './run.mjs';

const LAYOUTS: readonly Layout[] = [
  {
    folder: 'server/src',
    areas: [
      'app',
      'moving',
      'backup',
      'http',
      'realtime',
      'commands',
      'admin',
      'export',
      'notifications',
      'account',
      'programs',
      'search',
      'people',
      'chat',
      'files',
      'cluster',
      'config',
      'mail',
      'limits',
      'workspace',
      'db',
      'metrics',
      'base',
    ],
    upward: {
      'chat -> people': 'a message has an author, and a room has members',
      'account -> notifications':
        'the downloaded data of a person has what they chose about notifications, and a browser keeps its device when its session gets another token',
      'moving -> app': 'an export beside a running server records itself as `npm run admin` does',
      'people -> account': 'the index of names leaves out authors of imported messages, who have no account',
      'programs -> account': 'a deleted bot is erased like an account, and a new program causes a notice',
    },
  },
  {
    folder: 'web/src',
    areas: [
      'app',
      'admin',
      'programs',
      'account',
      'search',
      'chat',
      'people',
      'notifications',
      'emoji',
      'state',
      'ui',
      'strings',
    ],
    upward: {},
  },
];

for (const layout of LAYOUTS) {
  const cwd = join(ROOT, layout.folder);
  const paths = globSync('**/*.{ts,tsx,css}', { cwd }).filter(isProduct);
  const sources = paths.map(path => ({ path, text: readFileSync(join(cwd, path), 'utf8') }));
  for (const problem of findAreaProblems(layout, sources)) {
    print(problem);
    process.exitCode = 1;
  }
}
