import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

const DOCUMENTS = globSync(['*.md', '{docs,bench,faults,examples}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});

test('links between documents and to files lead somewhere', () => {
  const missing = DOCUMENTS.flatMap(path => {
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/```.*?```|`[^`]*`/gs, '');
    const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    return (
      targets
        // The documents also describe links in messages.
        .filter(
          target =>
            /[./]/.test(target) && !/^[a-z]+:/.test(target) && !existsSync(join(ROOT, dirname(path), target)),
        )
        .map(target => `${path}: ${target}`)
    );
  });
  expect(missing).toEqual([]);
});

test('no text of a drawing has a semicolon, which ends a statement of Mermaid', () => {
  const wrong = DOCUMENTS.flatMap(path =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/```mermaid\n(.*?)```/gs)].flatMap(
      ([, drawing = '']) => drawing.split('\n').filter(line => line.includes(';')),
    ),
  );
  expect(wrong).toEqual([]);
});
