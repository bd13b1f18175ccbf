import * as fc from 'fast-check';

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** Values that are wrong in most places. Without many characters of two UTF-16 units: JSON Schema counts characters. */
const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 53,
  1e300,
  '',
  ' ',
  ' x ',
  'x',
  'a\u0000b',
  'a\ud800',
  '\u200b',
  'a\u0007b',
  'a\nb',
  'a\u2028b',
  'ä😀',
  'x'.repeat(100_000),
  [],
  [null],
  {},
];

/** Texts for each `pattern` of a schema, in addition to random ones. */
type Samples = Readonly<Record<string, readonly string[]>>;

/** Inputs that match a schema, and inputs with one odd field or a field too much. */
export function createInputs(schema: object, samples: Samples = {}): fc.Arbitrary<unknown> {
  const like = createLike(schema, samples);
  return fc.oneof(
    like,
    fc
      .tuple(like, fc.nat(), fc.constantFrom(...ODD_VALUES))
      .map(([input, at, odd]) => replaceOne(input, at, odd)),
    fc
      .tuple(like, fc.constantFrom(...ODD_VALUES))
      .map(([input, odd]) => ({ ...(input as object), more: odd })),
  );
}

function createLike(schema: JsonSchema, samples: Samples): fc.Arbitrary<unknown> {
  const create = (inner: JsonSchema) => createLike(inner, samples);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf && !schema.properties) return fc.oneof(...schema.anyOf.map(create));
  switch (schema.type) {
    case 'object':
      return fc.record(mapValues(schema.properties ?? {}, create), { requiredKeys: [] });
    case 'array':
      return fc.array(create(schema.items ?? {}), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? -10, -10),
        max: Math.min(schema.maximum ?? 1_000, 1_000),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return schema.pattern
        ? createMatching(schema.pattern, samples[schema.pattern])
        : fc.constantFrom('Ada', '1 Ä\n ');
  }
}

/** Replaces one of the values within. */
function replaceOne(input: unknown, at: number, odd: unknown): unknown {
  if (typeof input !== 'object' || input === null) return odd;
  const keys = Object.keys(input);
  const key = keys[at % Math.max(keys.length, 1)];
  if (key === undefined) return odd;
  const [inside, rest] = [(input as Record<string, unknown>)[key], Math.floor(at / keys.length)];
  const value = rest % 2 === 0 ? odd : replaceOne(inside, rest, odd);
  return Array.isArray(input) ? input.with(Number(key), value) : { ...input, [key]: value };
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function createMatching(pattern: string, samples: readonly string[] = []): fc.Arbitrary<string> {
  // fast-check cannot create texts for a lookahead.
  if (pattern.includes('(?=')) return fc.constantFrom('❤️', '👍', '🏳️‍🌈', '1️⃣');
  const random = fc.stringMatching(new RegExp(pattern, 'u'));
  return samples.length > 0 ? fc.oneof(random, fc.constantFrom(...samples)) : random;
}
