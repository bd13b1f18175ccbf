import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const WORKER = 'service-worker.js';
const SERVER = process.env.SNUG_SERVER ?? 'http://127.0.0.1:3001';

/** Asks whose browser it is while the scripts are still on their way: by the same request as sign-in/accounts.ts. */
const SESSION: HtmlTagDescriptor = {
  tag: 'link',
  attrs: { rel: 'preload', as: 'fetch', href: '/api/auth/get-session', crossorigin: true },
};

const SOURCE_PATH = /\/src\/(.+)\.(?:ts|css)$/;

/** What linking.html and the first paint need of the app: a file of its own, so that they wait for no more. */
const SHARED_MODULES = [
  'styles/tokens',
  'styles/base',
  'rooms/list-width',
  'sign-in/remembered-account',
  'ui/browser/theme',
  'ui/browser/local-storage',
  'strings/language',
  'strings/languages',
  'strings/plural',
  'strings/en/plural',
];

/** What is loaded apart from the app, though a page of its own has it from the start. */
const SEPARATE_MODULES =
  /\/(?:linking\.html|src\/(?:linking\/|offline\/service-worker|first-paint|strings\/en(?:-lazy|\/)))/;

const FIRST_PAINT = 'src/first-paint.ts';

/** Holds the first paint until that has run, and fetches the font together with the styles. */
function firstPaint(): Plugin {
  return {
    name: 'snug:first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, path }) {
        const files = Object.values(bundle);
        const chunks = files.filter(file => file.type === 'chunk');
        const script = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FIRST_PAINT));
        const font = files.find(({ fileName }) => fileName.endsWith('.woff2'));
        return [
          ...(path === '/index.html' ? [SESSION] : []),
          ...(font ? [preloadFont(`/${font.fileName}`)] : []),
          blockPaint(
            `/${script?.fileName ?? FIRST_PAINT}`,
            path === '/index.html' ? signInFiles(chunks) : [],
          ),
          ...(script?.imports ?? []).map(preloadModule),
        ];
      },
    },
  };
}

function preloadModule(file: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', href: `/${file}`, crossorigin: true } };
}

/** `signIn`: what the sign-in page loads, which the script fetches early for who will need it. */
function blockPaint(src: string, signIn: readonly string[]): HtmlTagDescriptor {
  const attrs = { type: 'module', blocking: 'render', src, crossorigin: true };
  return { tag: 'script', attrs: { ...attrs, 'data-sign-in': signIn.join(' ') } };
}

/** The files of the sign-in page that the app itself does not load. */
function signInFiles(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('sign-in/sign-in-page.tsx'));
  if (!page) return [];
  const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
  const own = page.imports.filter(file => file !== app?.fileName && !app?.imports.includes(file));
  return [page.fileName, ...own, ...(page.viteMetadata?.importedCss ?? [])].map(file => `/${file}`);
}

function preloadFont(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true } };
}

/** Tells the service worker which files there are. */
function injectAssetList(): Plugin {
  return {
    name: 'snug:kept-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter(file => file.startsWith('assets/'));
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error('There is no service worker');
        worker.code = worker.code.replace('__FILES__', JSON.stringify(files.map(file => `/${file}`)));
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstPaint(), injectAssetList()],
  // `npm run dev` says where the server is. The page stays the only address that the browser knows.
  server: {
    proxy: { '/api': { target: SERVER, ws: true }, '/files/': SERVER, '/avatars/': SERVER },
  },
  build: {
    // A `data:` address would need a looser content security policy.
    assetsInlineLimit: 0,
    // It would be part of each page; browsers have known it for years.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'linking.html', FIRST_PAINT, 'src/offline/service-worker.ts'].map(path =>
        join(import.meta.dirname, path),
      ),
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: id => SHARED_MODULES.includes(SOURCE_PATH.exec(id)?.[1] ?? ''),
              priority: 1,
            },
            // One file, and not one for each set of windows that share something: fewer requests, and it compresses better.
            { name: 'app', test: id => !SEPARATE_MODULES.test(id), tags: ['$initial'] },
          ],
        },
        // Its name stays: by it the browser knows the one before.
        entryFileNames: ({ name }) => (`${name}.js` === WORKER ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
});
