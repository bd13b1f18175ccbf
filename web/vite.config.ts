import { globSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from '@swc/wasm';
import react from '@vitejs/plugin-react';
import { build } from 'rolldown';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { listPackages } from '../scripts/release/list-packages.mjs';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { convertReact } from './react-modules.ts';

const SERVER = process.env.SNUG_SERVER ?? 'http://127.0.0.1:3001';

/** Fetches the session in parallel with the scripts, by the same request as account/sign-in/accounts.ts. */
const SESSION: HtmlTagDescriptor = {
  tag: 'link',
  attrs: { rel: 'preload', as: 'fetch', href: '/api/auth/get-session', crossorigin: true },
};

const ALIASES = [
  { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/create-icon.tsx') },
  // The library serves versions of React without this hook.
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
];

const PACKAGES = listPackages(join(import.meta.dirname, '..'), import.meta.dirname);

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

/** A service worker loads no chunks, so it is one file, which shares none with the page. */
function serviceWorker(): Plugin {
  return {
    name: 'snug:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle).filter(file => file.startsWith('assets/'));
        const { output } = await build({
          input: join(import.meta.dirname, 'src/service-worker.ts'),
          write: false,
          transform: { define: { __FILES__: JSON.stringify(files.map(file => `/${file}`)) } },
          output: { format: 'iife', codeSplitting: false, minify: true },
        });
        // A constant name, because the browser identifies a service worker by its URL.
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: output[0].code });
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

/** Vite adds its list of style sheets after the minifier, and names it in each dynamic import. */
function shortenStyleLists(): Plugin {
  return {
    name: 'snug:style-lists',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = file.code.replaceAll('__vite__mapDeps', '$css');
      },
    },
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
    shortenStyleLists(),
    firstPaint(),
    serviceWorker(),
    PACKAGES.main,
  ],
  resolve: { alias: ALIASES },
  worker: { format: 'es', plugins: () => [PACKAGES.worker] },
  css: { modules: command === 'build' ? { generateScopedName: createClassNames() } : {} },
  // `npm run dev` sets the server's URL. The browser uses only the page's origin.
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/files/': SERVER,
      '/avatars/': SERVER,
      '/emoji/': SERVER,
    },
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
      // Otherwise the app's chunk exports the constants that only later chunks use.
      optimization: { inlineConst: true },
      input: ['index.html', 'linking.html', FIRST_PAINT].map(path => join(import.meta.dirname, path)),
      output: {
        codeSplitting: {
          groups: CHUNK_GROUPS,
        },
      },
    },
  },
}));
