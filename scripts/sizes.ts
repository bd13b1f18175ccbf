import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getQuantile } from '@snug/testkit/stats.ts';
import { parseSync, Visitor } from 'rolldown/utils';
import { print, ROOT } from './run.mjs';

// A report without limits: a file or a function is as long as its one idea. Tests are not counted.

const PACKAGES = ['protocol', 'media', 'client', 'server', 'web'];
const SMALL_LINES = 20;
const LISTED = 5;

interface Size {
  path: string;
  lines: number;
}

const HEADER = ['', 'files', 'lines', `<= ${SMALL_LINES}`, 'folders', 'median', '90 %', 'most'];
const rows: (string | number)[][] = [];
const files: Size[] = [];
const functions: Size[] = [];
for (const name of PACKAGES) {
  const measured = measureFiles(name);
  rows.push(describe(name, measured));
  files.push(...measured);
}
rows.push(describe('all', files), describe('functions', functions));
for (const row of [HEADER, ...rows])
  print(
    row.map((cell, index) => (index === 0 ? String(cell).padEnd(10) : String(cell).padStart(8))).join(''),
  );
for (const [what, sizes] of Object.entries({ files, functions })) {
  print(`\nThe longest ${what}:`);
  for (const { path, lines } of sizes.toSorted((a, b) => b.lines - a.lines).slice(0, LISTED))
    print(`${String(lines).padStart(6)} ${path}`);
}

function measureFiles(name: string): Size[] {
  const paths = globSync(`${name}/src/**/*.{ts,tsx,css}`, {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/testing/**'],
  });
  return paths.map(path => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    if (!path.endsWith('.css')) measureFunctions(path, source);
    return { path, lines: countLines(source) };
  });
}

function measureFunctions(path: string, source: string): void {
  const measure = ({ start, end }: { start: number; end: number }) => {
    const at = countLines(source.slice(0, start));
    functions.push({ path: `${path}:${at}`, lines: countLines(source.slice(start, end)) });
  };
  const visitor = new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  });
  visitor.visit(parseSync(path, source).program);
}

function describe(name: string, sizes: readonly Size[]): (string | number)[] {
  const lines = sizes.map(size => size.lines);
  const folders = new Set(sizes.map(({ path }) => dirname(path))).size;
  return [
    name,
    sizes.length,
    lines.reduce((sum, count) => sum + count, 0),
    lines.filter(count => count <= SMALL_LINES).length,
    folders,
    getQuantile(lines, 0.5),
    getQuantile(lines, 0.9),
    Math.max(...lines),
  ];
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
