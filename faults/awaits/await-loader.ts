import { registerHooks } from 'node:module';
import { type AwaitKill, markAwaits, POINT_FUNCTION, toModuleUrlEnd } from './await-points.ts';

// `node --import` loads this before a server, and in its threads. It changes the module with the point while it loads. So the product
// contains no code for kills.

const kill = JSON.parse(process.env.SNUG_KILL_AT ?? '') as AwaitKill;
const end = toModuleUrlEnd(kill);
let hits = 0;

Object.assign(globalThis, {
  [POINT_FUNCTION](number: number) {
    if (number !== kill.number || ++hits !== kill.hit) return;
    const die = () => process.kill(process.pid, 'SIGKILL');
    if (kill.afterMs === undefined) die();
    else setTimeout(die, kill.afterMs);
  },
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!new URL(url).pathname.endsWith(end)) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: markAwaits(source) };
  },
});
