import { toJsonSchema } from '@valibot/to-json-schema';
import { ENTRIES } from './entries.ts';
import { FORMAT, MANIFEST, Manifest, VERSION } from './manifest.ts';

/** The format as a JSON Schema: a definition of each entry. */
export function createFormatSchema(): object {
  const schemas = { [MANIFEST]: Manifest, ...ENTRIES };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `${FORMAT}, version ${VERSION}`,
    description:
      'Each definition describes a line of the entry with its name, or the whole of an entry that ends in .json. docs/export-format.md explains the fields.',
    definitions: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const { $schema: _, ...definition } = toJsonSchema(schema, {
          errorMode: 'ignore',
          typeMode: 'output',
        });
        return [name, definition];
      }),
    ),
  };
}
