import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRIES } from './entries.ts';
import { createFormatSchema } from './json-schema.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');

test('docs/export-format.schema.json is current', async () => {
  const text = `${JSON.stringify(createFormatSchema(), undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(DOCS, 'export-format.schema.json'));
});

test('docs/export-format.md explains each entry and each of its fields', () => {
  const text = readFileSync(join(DOCS, 'export-format.md'), 'utf8');
  const sections = new Map(
    text.split(/^### /m).map(section => [section.split('\n')[0]?.replaceAll('`', ''), section]),
  );
  for (const [name, schema] of Object.entries(ENTRIES))
    for (const field of Object.keys(schema.entries))
      expect(sections.get(name) ?? '', `${field} of ${name}`).toContain(`\`${field}\``);
});
