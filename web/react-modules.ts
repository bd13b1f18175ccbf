import { join } from 'node:path';
import type { Plugin } from 'vite';
import { removeUnusedParts } from './unused-react.ts';

export const REACT_FILES: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
};

/** A copy of all React's names, for versions of React that have only some of them. */
const SAFE_REACT = /\/@base-ui\/utils\/safeReact\.mjs$/;

const COMMON_JS = /\brequire\(|\bexports\b|\bmodule\.exports\b/;

/** React is published as CommonJS only: each call would need a look-up, and no unused name could be removed. 2.3 kB after gzip. */
export function convertReact(): Plugin[] {
  return [
    {
      name: 'snug:react-modules',
      apply: 'build',
      enforce: 'pre',
      onLog(_level, log) {
        if (log.code !== 'IMPORT_IS_UNDEFINED') return undefined;
        // It checks for names that only another scheduler has.
        if (log.id?.endsWith(`/${REACT_FILES['react-dom/client']}`)) return false;
        return this.error(log);
      },
      resolveId: {
        filter: { id: /^(?:react|react-dom|scheduler|use-sync-external-store)(?:\/|$)/ },
        handler: id => REACT_FILES[id] && join(import.meta.dirname, '../node_modules', REACT_FILES[id]),
      },
      transform: {
        filter: {
          id: /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\/cjs\/.+\.production\.js$/,
        },
        handler: (code, id) => ({ code: convertToModule(removeUnusedParts(getName(id), code)), map: null }),
      },
    },
    {
      name: 'snug:safe-react',
      apply: 'build',
      transform: {
        filter: { id: SAFE_REACT },
        handler: () => ({ code: "import * as SafeReact from 'react'; export { SafeReact };", map: null }),
      },
    },
  ];
}

function getName(id: string): string {
  const found = Object.entries(REACT_FILES).find(([, file]) => id.endsWith(`/${file}`));
  return found?.[0] ?? '';
}

/** For files that assign each export by its name, and require others at their start. */
export function convertToModule(code: string): string {
  const assigned = [...code.matchAll(/\bexports\.(\w+) =/g)].map(([, name = '']) => name);
  const atStart = new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name));
  const names = [...new Set(assigned)];
  const constants = new Set(
    names.filter(name => atStart.has(name) && assigned.indexOf(name) === assigned.lastIndexOf(name)),
  );
  const variables = names.filter(name => !constants.has(name)).map(name => `let exported_${name};`);
  const body = code
    .replaceAll(/^(?:var| ) (\w+) = require\("([^"]+)"\)[,;]$/gm, "import * as $1 from '$2';")
    .replaceAll(/^exports\.(\w+) =/gm, (assignment, name: string) =>
      constants.has(name) ? `const exported_${name} =` : assignment,
    )
    .replaceAll(/\bexports\.(\w+)/g, 'exported_$1');
  if (COMMON_JS.test(body)) throw new Error('This CommonJS has an unknown form');
  const list = names.map(name => `exported_${name} as ${name}`).join(', ');
  return [...variables, body, `export { ${list} };`].join('\n');
}
