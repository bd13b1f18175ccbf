import { COMMANDS, type CommandName } from '@snug/protocol';
import { toJsonSchema } from '@valibot/to-json-schema';

/** Ids of other things. The checks of their room reject a caller who may not know it before these are read. */
const OTHER_IDS = new Set(
  'id messageId messageIds fileId replyTo editId around conversation rootId rootIds before after'.split(' '),
);
const PERSON_IDS = new Set(['uid', 'uids']);

interface Schema {
  pattern?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
}

/** The places in the input of a command that name a room or a person, such as `mentions.uid`. */
export function listPlaces(command: CommandName): string[] {
  const schema = toJsonSchema(COMMANDS[command].input, { typeMode: 'input', errorMode: 'ignore' });
  return [...new Set(walk(schema as Schema, []))].filter(place => !OTHER_IDS.has(getField(place)));
}

/** Those of a command that name a person, and no room beside them. */
export function namesOnlyPeople(command: CommandName): boolean {
  const places = listPlaces(command);
  return places.length > 0 && places.every(place => PERSON_IDS.has(getField(place)));
}

function walk(schema: Schema, path: readonly string[]): string[] {
  const { pattern, anyOf = [], properties = {}, items, propertyNames, additionalProperties } = schema;
  return [
    ...(pattern?.includes('[0-9a-f]{8}-') ? [path.join('.')] : []),
    ...anyOf.flatMap(each => walk(each, path)),
    ...Object.entries(properties).flatMap(([name, inner]) => walk(inner, [...path, name])),
    ...[items, propertyNames].flatMap(each => (each ? walk(each, path) : [])),
    ...(typeof additionalProperties === 'object' ? walk(additionalProperties, path) : []),
  ];
}

/** The same places in an input, as far as they have one of these ids. */
export function listUsedPlaces(
  value: unknown,
  ids: ReadonlySet<string>,
  path: readonly string[] = [],
): string[] {
  if (typeof value === 'string') return ids.has(value) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(each => listUsedPlaces(each, ids, path));
  return Object.entries(value).flatMap(([key, inner]) =>
    ids.has(key) ? [path.join('.')] : listUsedPlaces(inner, ids, [...path, key]),
  );
}

function getField(place: string): string {
  return place.split('.').at(-1) ?? '';
}
