import { registerHooks } from 'node:module';
import { PLANTS } from './plants.ts';

// Loaded by `node --import` in front of a server, and in its writer's thread: one module of it is changed as it is
// loaded, so that the product itself knows nothing of this.

const name = process.env.SNUG_PLANT ?? '';
const plant = PLANTS[name];
if (!plant) throw new Error(`there is no plant "${name}"`);
const { module, replace } = plant;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/server/src/${module}`)) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: replace.reduce(replaceIn, source) };
  },
});

function replaceIn(source: string, [from, to]: readonly [string, string]): string {
  if (!source.includes(from)) throw new Error(`${module} has no "${from}"`);
  return source.replaceAll(from, to);
}
