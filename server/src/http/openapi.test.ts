import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, type CommandName, ERRORS } from '@snug/protocol';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { fastify } from 'fastify';
import type { GenericSchema } from 'valibot';
import { expect, test } from 'vitest';
import { checkInput } from '../commands/check-input.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { createInputs } from '../testing/json-schema-inputs.ts';
import { RELEASED_COMMANDS } from '../testing/released-commands.ts';
import { docsRoute } from './docs-route.ts';
import { createOpenApiDocument } from './openapi.ts';

const LOCK_FILE = join(import.meta.dirname, '..', '..', '..', 'package-lock.json');
const URL_OF_SNUG = 'https://chat.example';
const RUNS = IS_WIDE ? 5_000 : 300;
const MAX_FILE_BYTES = 1_000_000;
const ROOM = '01890a5d-ac96-774b-bcce-b302099a8057';

const DOCUMENT = createOpenApiDocument(URL_OF_SNUG, MAX_FILE_BYTES);

function inputSchema(name: string): object {
  const schema = DOCUMENT.paths[`/api/${name}`]?.post.requestBody.content['application/json']?.schema;
  if (!schema) throw new Error(`no ${name}`);
  return schema;
}

interface InputSchema {
  properties: Record<string, { additionalProperties?: unknown }>;
  required: string[];
}

/** Links cannot name keys. */
function isRecord({ additionalProperties }: InputSchema['properties'][string]): boolean {
  return typeof additionalProperties === 'object';
}

function accepts(schema: GenericSchema, input: unknown): boolean {
  try {
    checkInput(schema, input);
    return true;
  } catch {
    return false;
  }
}

test('T1 the document has every command with its path, input, output and errors', () => {
  const { paths } = DOCUMENT;
  expect(Object.keys(paths)).toEqual(
    [...Object.keys(COMMANDS), 'files', 'hooks/{code}'].map(name => `/api/${name}`),
  );
  for (const [name, { summary, description, errors }] of Object.entries(COMMANDS)) {
    const post = paths[`/api/${name}`]?.post;
    expect(post).toMatchObject({
      operationId: name,
      summary,
      description: expect.stringContaining(description),
    });
    const statuses = ['invalid_input', 'unauthenticated', 'forbidden', ...errors].map(
      code => ERRORS[code as 'internal'].status,
    );
    for (const status of [200, ...statuses])
      expect(Object.keys(post?.responses ?? {})).toContain(String(status));
    for (const code of errors) expect(JSON.stringify(post?.responses)).toContain(`\`${code}\``);
  }
});

test('the document survives JSON, has its server and the product version, and all its references resolve', () => {
  const text = JSON.stringify(DOCUMENT);
  expect(JSON.parse(text)).toEqual(DOCUMENT);
  expect(DOCUMENT).toMatchObject({ openapi: '3.1.0', servers: [{ url: URL_OF_SNUG }] });
  const lock = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as { version: string };
  expect(DOCUMENT.info.version).toBe(lock.version);
  expect(DOCUMENT.components).toMatchObject({
    securitySchemes: { session: { name: '__Host-snug.session_token' }, token: { scheme: 'bearer' } },
  });
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']));
  expect(DOCUMENT.components).toHaveProperty('schemas.Error');
});

test('BT3 the document has no access tokens for what changes the account', () => {
  const { paths, security } = DOCUMENT;
  expect(security).toEqual([{ session: [] }, { token: [] }]);
  const getSecurity = (name: CommandName) => paths[`/api/${name}`]?.post.security;
  expect(getSecurity('send_message')).toBe(undefined);
  for (const name of ['create_token', 'unlink_account', 'sign_out_everywhere', 'list_audit'] as const)
    expect([name, getSecurity(name)]).toEqual([name, [{ session: [] }]]);
});

test('BT8 the document still has every command and field of the last release that it did not call deprecated', () => {
  for (const [name, { deprecated, fields }] of Object.entries(RELEASED_COMMANDS)) {
    if (deprecated) continue;
    const { properties = {} } = inputSchema(name) as { properties?: object };
    expect([name, Object.keys(properties)]).toEqual([name, expect.arrayContaining([...fields])]);
  }
});

test('the schemas are JSON Schema 2020-12, as OpenAPI 3.1 requires', () => {
  const ajv = new Ajv2020({ strict: true, strictTuples: false, strictRequired: false, formats: {} });
  for (const { post } of Object.values(DOCUMENT.paths)) {
    const { 'application/json': json } = post.requestBody.content;
    for (const { schema } of [...(json ? [json] : []), ...(post.parameters ?? [])]) ajv.compile(schema);
    const [result] = Object.values(post.responses['200']?.content ?? {});
    expect(result?.schema).toMatchObject({ type: expect.stringMatching('object|string') });
    ajv.compile(result?.schema ?? false);
  }
});

test('the schemas of the document accept and reject the same input as the commands', () => {
  const ajv = new Ajv2020();
  const send = ajv.compile(inputSchema('send_message'));
  expect(send({ roomId: ROOM, text: 'x' })).toBe(true);
  for (const input of [
    {},
    { roomId: ROOM },
    { roomId: 'x', text: 'x' },
    { roomId: ROOM, text: 'x', more: 1 },
    { roomId: ROOM, text: '' },
  ]) {
    expect([input, send(input)]).toEqual([input, false]);
  }
  const search = ajv.compile(inputSchema('search_messages'));
  expect(['a', 'a\0', '\ud800'].map(text => search({ text }))).toEqual([true, false, false]);
  const page = ajv.compile(inputSchema('get_messages'));
  expect([page({ roomId: ROOM }), page({ roomId: ROOM, limit: 101 })]).toEqual([true, false]);
  expect([page({ roomId: ROOM, after: 1 }), page({ roomId: ROOM, after: 1, before: 9 })]).toEqual([
    true,
    false,
  ]);
});

test('T1 the document and the commands accept the same input', () => {
  const ajv = new Ajv2020();
  const names = Object.keys(COMMANDS) as CommandName[];
  const schemas = new Map(names.map(name => [name, inputSchema(name)]));
  const validators = new Map([...schemas].map(([name, schema]) => [name, ajv.compile(schema)]));
  const calls = fc.oneof(
    ...[...schemas].map(([name, schema]) => fc.tuple(fc.constant(name), createInputs(schema))),
  );
  let validCount = 0;
  fc.assert(
    fc.property(calls, ([name, input]) => {
      const isValid = validators.get(name)?.(input) === true;
      if (isValid) validCount++;
      expect(isValid).toBe(accepts(COMMANDS[name].input, input));
    }),
    { numRuns: RUNS },
  );
  expect(validCount).toBeGreaterThan(RUNS / 10);
});

test('T1 a body is optional for the commands that accept an empty object', () => {
  const { paths } = DOCUMENT;
  for (const [name, { input }] of Object.entries(COMMANDS))
    expect([name, paths[`/api/${name}`]?.post.requestBody.required]).toEqual([name, !accepts(input, {})]);
});

/** The caller has chosen or sent them, or they are part of a cursor or a range. */
const IDS_WITHOUT_LINK = ['id', 'editId', 'before', 'after', 'around', 'remove', 'mentions'];

test('T1 the links of the document say which operation yields each id', () => {
  const { paths } = DOCUMENT;
  const links = Object.values(paths).flatMap(({ post }) => Object.values(post.responses['200']?.links ?? {}));
  const given = links.flatMap(({ operationId, requestBody }) =>
    Object.keys(requestBody).map(name => `${operationId}.${name}`),
  );
  const fields = Object.keys(COMMANDS).flatMap(command =>
    listIdFields(inputSchema(command) as InputSchema).map(name => `${command}.${name}`),
  );
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter(field => !given.includes(field))).toEqual([]);
});

function listIdFields({ properties, required }: InputSchema): string[] {
  const { roomId } = (inputSchema('open_room') as InputSchema).properties;
  return Object.entries(properties)
    .filter(([name, schema]) => {
      const isChosen = IDS_WITHOUT_LINK.includes(name) && !(name === 'id' && required.includes(name));
      return JSON.stringify(schema).includes(JSON.stringify(roomId)) && !isChosen && !isRecord(schema);
    })
    .map(([name]) => name);
}

test('the document has the upload with its query, its body and its errors', () => {
  const post = DOCUMENT.paths['/api/files']?.post;
  expect(post?.parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['name', 'query', true],
    ['duration', 'query', false],
    ['peaks', 'query', false],
  ]);
  expect(Object.keys(post?.requestBody.content ?? {})).toEqual(['application/octet-stream']);
  expect(post?.description).toContain(`at most ${MAX_FILE_BYTES} bytes`);
  expect(Object.keys(post?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '409', '413', '503']),
  );
});

test('the page for people has every command, with its schemas escaped', async () => {
  const app = fastify();
  docsRoute(app, {
    url: URL_OF_SNUG,
    maxFileBytes: MAX_FILE_BYTES,
    limits: new RateLimits(undefined, () => 0),
  });
  const { headers, body } = await app.inject('/api/docs');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    expect(body).toContain(`<section id="${name}">`);
    expect(body).toContain(`<h2>${summary}</h2>`);
    expect(body).toContain(`href="#${name}"`);
  }
  const schemas = [...body.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = '']) => text);
  expect(schemas).toHaveLength(2 * (Object.keys(COMMANDS).length + 2));
  for (const text of schemas) {
    expect(text).not.toMatch(/["<>]/);
    expect(JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toHaveProperty('type');
  }
});

test('the document for programs is served as JSON', async () => {
  const app = fastify();
  docsRoute(app, {
    url: URL_OF_SNUG,
    maxFileBytes: MAX_FILE_BYTES,
    limits: new RateLimits(undefined, () => 0),
  });
  expect((await app.inject('/api/openapi.json')).json()).toEqual(DOCUMENT);
});
