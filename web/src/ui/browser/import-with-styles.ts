const sheets = new Map<string, Promise<void>>();

/**
 * In place of Vite's helper, which is four times as large: Vite calls it by this name for each dynamic import. `paths`: those of
 * the chunk's style sheets, which load in parallel with it. Rejects if one of them fails.
 */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  paths: readonly string[] = [],
): Promise<Module> {
  const [module] = await Promise.all([load(), ...paths.map(path => loadSheet(`/${path}`))]);
  return module;
}

function loadSheet(href: string): Promise<void> | undefined {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return sheets.get(href);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
  link.addEventListener('load', () => resolve());
  link.addEventListener('error', () => {
    // The next import tries again.
    link.remove();
    reject(new Error(`Cannot load ${href}`));
  });
  document.head.append(link);
  sheets.set(href, promise);
  return promise;
}
