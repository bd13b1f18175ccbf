import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getQuantile } from '@snug/testkit/stats.ts';
import { parseSync, Visitor } from 'rolldown/utils';
import { print, ROOT } from './run.mjs';

// Tests are not counted.

const LINE_BUDGET = { fileMedian: 60, file90th: 150, functionMedian: 8, function90th: 20 };

const files = globSync('{protocol,media,client,server,web,bench,faults,scripts}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/testing/**'],
});
const fileSizes: number[] = [];
const functionSizes: number[] = [];
for (const file of files) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  fileSizes.push(countLines(source));
  functionSizes.push(...measureFunctions(file, source));
}

const measured = {
  fileMedian: getQuantile(fileSizes, 0.5),
  file90th: getQuantile(fileSizes, 0.9),
  functionMedian: getQuantile(functionSizes, 0.5),
  function90th: getQuantile(functionSizes, 0.9),
};
print(`${files.length} files, ${functionSizes.length} functions; lines: ${JSON.stringify(measured)}`);
for (const [name, most] of Object.entries(LINE_BUDGET)) {
  const value = measured[name as keyof typeof LINE_BUDGET];
  if (value <= most) continue;
  print(`${name} is ${value}, more than ${most}`);
  process.exitCode = 1;
}

function measureFunctions(file: string, source: string): number[] {
  const sizes: number[] = [];
  const measure = ({ start, end }: { start: number; end: number }) => {
    sizes.push(countLines(source.slice(start, end)));
  };
  const visitor = new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  });
  visitor.visit(parseSync(file, source).program);
  return sizes;
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
