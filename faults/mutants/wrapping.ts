import { CLUSTER_MUTANTS } from './cluster-mutants.ts';
import type { Mutant, Wrapper } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

/** Throws if there is no such mutant. */
export function getMutant(name = ''): Mutant {
  const mutant = MUTANTS[name] ?? CLUSTER_MUTANTS[name];
  if (!mutant) throw new Error(`there is no mutant "${name}"`);
  return mutant;
}

/** The replacement of the function `real`. */
export function wrapped(target: string, real: unknown): unknown {
  const wrapper = getMutant(process.env.SNUG_PLANT)[target];
  if (!wrapper) throw new Error(`this mutant does not wrap "${target}"`);
  if (typeof real !== 'function') throw new Error(`"${target}" is not a function`);
  return wrapper(real as Parameters<Wrapper>[0]);
}

export function wrapMethod(target: string, exported: object): void {
  const [owner, name] = findOwner(target, exported);
  owner[name] = wrapped(target, owner[name]);
}

/** The object that has the function `target`, and its property name. */
export function findOwner(target: string, exported: object): [owner: Record<string, unknown>, name: string] {
  const path = target.split('.').slice(1);
  const name = path.pop() ?? '';
  let owner = (typeof exported === 'function' ? exported.prototype : exported) as Record<string, unknown>;
  for (const part of path) owner = owner[part] as Record<string, unknown>;
  return [owner, name];
}
