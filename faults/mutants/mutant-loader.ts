import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findModule } from './find-module.ts';
import { getMutant } from './wrapping.ts';

// `node --import` loads this before a server, and in its writer's thread. It adds a line to the end of a module, which
// replaces a function by a wrapper. So the product contains no code for mutants.

const WRAPPING = JSON.stringify(new URL('wrapping.ts', import.meta.url).href);

const lines = new Map<string, string[]>();
for (const target of Object.keys(getMutant(process.env.SNUG_PLANT))) {
  const url = pathToFileURL(findModule(target)).href;
  lines.set(url, [...(lines.get(url) ?? []), toWrapStatement(target)]);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const added = lines.get(url);
    if (!added) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    const imported = `import { wrapped, wrapMethod } from ${WRAPPING};`;
    return { ...loaded, source: [source, imported, ...added].join('\n') };
  },
});

function toWrapStatement(target: string): string {
  const [exported, ...path] = target.split('.');
  if (path.length === 0) return `${target} = wrapped('${target}', ${target});`;
  return `wrapMethod('${target}', ${exported});`;
}
