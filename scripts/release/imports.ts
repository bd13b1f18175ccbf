import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** The modules that a module needs. What it loads in a `try` is optional: it goes on without it. */
export function listImports(code: string, path: string): string[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: { source: string; start: number }[] = [];
  const tries: { start: number; end: number }[] = [];
  const add = (source: object | null | undefined, start: number) => {
    if (source && 'value' in source && typeof source.value === 'string')
      found.push({ source: source.value, start });
  };
  new Visitor({
    ImportDeclaration: ({ source, start }) => add(source, start),
    ExportAllDeclaration: ({ source, start }) => add(source, start),
    ExportNamedDeclaration: ({ source, start }) => add(source, start),
    ImportExpression: ({ source, start }) => add(source, start),
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'Identifier' && /^(?:__)?require$/.test(callee.name)) add(first, start);
    },
    TryStatement: ({ block }) => void tries.push(block),
  }).visit(program);
  const isOptional = (at: number) => tries.some(({ start, end }) => start < at && at < end);
  return [...new Set(found.filter(({ start }) => !isOptional(start)).map(({ source }) => source))];
}

/** The imports of the modules in a folder that lead nowhere, or out of the folder. */
export function findUnresolved(folder: string, modules: string): string[] {
  return globSync(modules, { cwd: folder }).flatMap(path => {
    const file = join(folder, path);
    return listImports(readFileSync(file, 'utf8'), file)
      .filter(source => !isBuiltin(source) && !isInside(folder, file, source))
      .map(source => `${path} imports ${source}`);
  });
}

function isBuiltin(source: string): boolean {
  return source.startsWith('node:') || builtinModules.includes(source);
}

function isInside(folder: string, file: string, source: string): boolean {
  if (source.startsWith('.')) return existsSync(resolve(dirname(file), source));
  try {
    return !relative(folder, createRequire(file).resolve(source)).startsWith('..');
  } catch {
    return false;
  }
}
