import { registerHooks } from 'node:module';
import { PLANTS } from './plants.ts';

// Loaded by `node --import` in front of a server, and in its writer's thread: a module or two of it are changed as they are
// loaded, so that the product itself knows nothing of this.

const name = process.env.SNUG_PLANT ?? '';
const plant = PLANTS[name];
if (!plant) throw new Error(`there is no plant "${name}"`);
const plants = plant.also ? [plant, plant.also] : [plant];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const here = plants.find(({ module }) => url.endsWith(`/server/src/${module}`));
    if (!here) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: here.replace.reduce(replaceIn, source) };
  },
});

function replaceIn(source: string, [from, to]: readonly [string, string]): string {
  if (!source.includes(from)) throw new Error(`the planted module has no "${from}"`);
  return source.replaceAll(from, to);
}
