import { globSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from '@swc/wasm';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { convertReact } from './react-modules.ts';

const WORKER = 'service-worker.js';
const SERVER = process.env.SNUG_SERVER ?? 'http://127.0.0.1:3001';

/** Fetches the session in parallel with the scripts, by the same request as account/sign-in/accounts.ts. */
const SESSION: HtmlTagDescriptor = {
  tag: 'link',
  attrs: { rel: 'preload', as: 'fetch', href: '/api/auth/get-session', crossorigin: true },
};

const SOURCE_PATH = /\/src\/(.+)\.(?:ts|css)$/;

/** Modules that linking.html and first-paint.ts share with the app: in a separate chunk they load nothing else. */
const SHARED_MODULES = [
  'ui/styles/tokens',
  'ui/styles/base',
  'chat/rooms/list/list-width',
  'account/sign-in/remembered-account',
  'ui/browser/import-with-styles',
  'ui/browser/theme',
  'ui/browser/local-storage',
  'ui/browser/stored-value',
  'strings/language',
  'strings/languages',
  'strings/create-plural',
  'strings/en/plural',
];

const ALIASES = [
  { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/create-icon.tsx') },
  // The library serves versions of React without this hook.
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
];

/** Modules that must stay out of the app's chunk, although some page loads them initially. */
const SEPARATE_MODULES =
  /\/(?:linking\.html|src\/(?:account\/linking\/|state\/offline\/service-worker|first-paint|strings\/en(?:-lazy|\/)))/;

/** Shared by the dialogs and the sign-in page. */
const FIELDS = /\/src\/(?:ui\/form\/(?:form|text-field)|strings\/lazy-strings)\./;

/** Shared by the dialogs, the sign-in page and linking.html. */
const LAZY_TEXTS = /\/src\/strings\/en-lazy\./;

/** Dialogs that everybody uses, and the form of an edit. app/preload-dialogs.ts loads them when the page is idle. */
const DIALOGS =
  /\/src\/(?:(?:chat\/rooms(?:\/join)?|people\/(?:members|profiles|direct)|app\/shortcuts)\/[a-z-]+-dialog|chat\/emoji\/(?:emoji-picker|picker-|tone-choice|use-picker)|chat\/messages\/(?:actions\/|edit\/(?:edit-form|use-edit)|list\/(?:go-to-date|local-day|date-typing|use-typed-date)|row\/delete-dialog)|ui\/(?:dialog|form|menu)\/)/;

/** A module belongs to the first group that matches. */
/** Players of sounds, and the strip that shows a recording. */
const AUDIO =
  /\/src\/chat\/(?:files\/audio\/|voice\/(?:recording-|active-recording|create-recorder|recorder\.|microphone-error-text|loudness))/;

/** Small parts that load when the page is idle, and parts of rooms that few people see. */
const DETAILS =
  /\/src\/(?:chat\/(?:rooms\/(?:list\/(?:list-resizer|row-menus|room-row-press|go-to-list)|first-room-notice|room-menu|read-only-note)|messages\/list\/(?:copy-transcript|announcement|jump-to-latest)|messages\/undo\/(?:undo-|use-undo)|messages\/text\/copy-code-button|replies\/back-to-reply|messages\/row\/(?:row-press|message-actions|send-failure)|reactions\/(?:reaction-people|use-shown-chip|add-reaction-button|toggle-reaction)|emoji\/emoji-memory|composer\/(?:emoji-completion|use-emoji-completion|find-shortcode)|share\/share-strip|files\/(?:view\/file-icon|upload\/(?:upload-(?:file|error|progress)|server-version|pending-file|file-drops|drop-overlay|use-file-))|unread\/(?:import-read-marks|new-messages-pill|use-is-line-above)|sound\/(?:use-arrival-sound|arrivals))|ui\/text\/copy-text|app\/(?:background-tasks|connection-(?:status|fault-notice)|use-connection-fault)|state\/outbox\/use-volatile|people\/invites\/(?:invitation|invite-button)|account\/(?:lazy-notices|use-notices))/;

const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'shared', test: id => SHARED_MODULES.includes(SOURCE_PATH.exec(id)?.[1] ?? '') },
  // A single file instead of one per set of dialogs with shared code: fewer requests and better compression.
  { name: 'app', test: id => !SEPARATE_MODULES.test(id), tags: ['$initial'] },
  // The app's chunk lists all chunks that it can load, each with a hash: few chunks keep the list short.
  { name: 'texts', test: LAZY_TEXTS },
  { name: 'fields', test: FIELDS },
  { name: 'base-ui', test: /\/node_modules\/@base-ui\// },
  { name: 'dialogs', test: DIALOGS },
  { name: 'audio', test: AUDIO },
  { name: 'details', test: DETAILS },
];

function rankGroups(groups: readonly Rolldown.CodeSplittingGroup[]): Rolldown.CodeSplittingGroup[] {
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}

const FIRST_PAINT = 'src/first-paint.ts';

/** English needs only this font. The browser loads the other when a text has a letter of it. */
const FIRST_FONT = /figtree-latin-wght-normal.*\.woff2$/;

/** Blocks rendering until first-paint.ts has run, and fetches the font in parallel with the styles. */
function firstPaint(): Plugin {
  return {
    name: 'snug:first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, path }) {
        const files = Object.values(bundle);
        const chunks = files.filter(file => file.type === 'chunk');
        const script = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FIRST_PAINT));
        const font = files.find(({ fileName }) => FIRST_FONT.test(fileName));
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

function blockPaint(src: string, signIn: readonly string[]): HtmlTagDescriptor {
  const attrs = { type: 'module', blocking: 'render', src, crossorigin: true };
  return { tag: 'script', attrs: { ...attrs, 'data-sign-in': signIn.join(' ') } };
}

function signInFiles(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('sign-in/sign-in-page.tsx'));
  if (!page) return [];
  const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
  const loaded = new Set([app?.fileName, ...(app?.imports ?? [])]);
  const own = listImports(page, chunks).filter(file => !loaded.has(file));
  const styles = chunks
    .filter(chunk => chunk === page || own.includes(chunk.fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [page.fileName, ...own, ...styles].map(file => `/${file}`);
}

function listImports(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set(chunk.imports);
  for (const file of files)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
  return [...files];
}

function preloadFont(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true } };
}

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

/** Removes what create-icon.tsx does not use: random keys compress badly, so they are a third of all icons. */
function stripIcons(): Plugin {
  return {
    name: 'snug:strip-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: code => ({
        code: code.replaceAll(/,\s*key: "\w+"|^ {2}name: ".+",\n {2}size: 24,$|^__iconData\.node;$/gm, ''),
        map: null,
      }),
    },
  };
}

/** The page preloads no scripts from scripts, and has no nonce: most of Vite's helper for dynamic imports is unused. */
function replacePreloadHelper(): Plugin {
  return {
    name: 'snug:preload-helper',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => join(import.meta.dirname, 'src/ui/browser/import-with-styles.ts'),
    },
  };
}

/** Inlines functions with one caller and class names, before Vite's minifier, which does not: 2 kB after gzip. */
function inlineFunctions(): Plugin {
  return {
    name: 'snug:inline-functions',
    apply: 'build',
    renderChunk: code => ({
      code: minifySync(code, { module: true, compress: { passes: 3 }, mangle: false, ecma: 2020 }).code,
      map: null,
    }),
  };
}

/** Short names of classes. They differ little, because random ones compress badly. */
function createClassNames(): (name: string, path: string) => string {
  const paths = globSync('src/**/*.module.css', { cwd: import.meta.dirname }).toSorted();
  const names = new Map(paths.map(path => [join(import.meta.dirname, path), [] as string[]]));
  return (name, path) => {
    const known = names.get(path);
    if (!known) throw new Error(`${path} is not a style sheet of the app`);
    if (!known.includes(name)) known.push(name);
    return `_${[...names.keys()].indexOf(path).toString(36)}-${known.indexOf(name).toString(36)}`;
  };
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    replacePreloadHelper(),
    stripIcons(),
    convertReact(),
    inlineFunctions(),
    firstPaint(),
    injectAssetList(),
  ],
  resolve: { alias: ALIASES },
  worker: { format: 'es' },
  css: { modules: command === 'build' ? { generateScopedName: createClassNames() } : {} },
  // `npm run dev` sets the server's URL. The browser uses only the page's origin.
  server: {
    proxy: { '/api': { target: SERVER, ws: true }, '/files/': SERVER, '/avatars/': SERVER },
  },
  build: {
    // A `data:` URL would need a looser content security policy.
    assetsInlineLimit: 0,
    // The polyfill would be part of each page; all supported browsers have the feature.
    // The app's chunk does not list the imports of the chunks that it loads later, because most load when the page is idle.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      input: ['index.html', 'linking.html', FIRST_PAINT, 'src/state/offline/service-worker.ts'].map(path =>
        join(import.meta.dirname, path),
      ),
      // react-dom/client checks for names that only another scheduler has.
      checks: { importIsUndefined: false },
      output: {
        codeSplitting: {
          groups: rankGroups(GROUPS),
        },
        // A constant name, because the browser identifies a service worker by its URL.
        entryFileNames: ({ name }) => (`${name}.js` === WORKER ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
}));
