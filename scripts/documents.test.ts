import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

const DOCUMENTS = globSync(['*.md', '{docs,bench,faults,examples}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});

const CODE = /```.*?```|`[^`]*`/gs;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('links between documents and to files lead somewhere, also to their headings', () => {
  const missing = DOCUMENTS.flatMap(path => {
    const links = [
      ...read(path)
        .replaceAll(CODE, '')
        .matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g),
    ];
    return (
      links
        .map(([, target = '', heading]) => ({ target, heading }))
        // The documents also describe links in messages.
        .filter(({ target }) => target === '' || (/[./]/.test(target) && !/^[a-z]+:/.test(target)))
        .filter(({ target, heading }) => {
          const file = target === '' ? path : join(dirname(path), target);
          if (!existsSync(join(ROOT, file))) return true;
          return heading !== undefined && file.endsWith('.md') && !listAnchors(file).includes(heading);
        })
        .map(({ target, heading }) => `${path}: ${target}${heading === undefined ? '' : `#${heading}`}`)
    );
  });
  expect(missing).toEqual([]);
});

/** Of the headings of a document, as GitHub makes them. */
function listAnchors(path: string): string[] {
  const headings = read(path)
    .replaceAll(/```.*?```/gs, '')
    .matchAll(/^#+ (.*)$/gm);
  const anchors: string[] = [];
  const counts = new Map<string, number>();
  for (const [, heading = ''] of headings) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.push(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

test('the documents name only commands of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const missing = DOCUMENTS.filter(path => !/^(?:CHANGELOG|docs\/decisions\/)/.test(path)).flatMap(path =>
    [...read(path).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)]
      .filter(([, name = '']) => scripts[name] === undefined)
      .map(([command]) => `${path}: ${command}`),
  );
  expect(missing).toEqual([]);
});

test('no text of a drawing has a semicolon, which ends a statement of Mermaid', () => {
  const wrong = DOCUMENTS.flatMap(path =>
    [...read(path).matchAll(/```mermaid\n(.*?)```/gs)].flatMap(([, drawing = '']) =>
      drawing.split('\n').filter(line => line.includes(';')),
    ),
  );
  expect(wrong).toEqual([]);
});
