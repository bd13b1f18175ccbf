import { COMMANDS, type CommandName, TOPIC_KINDS } from '@snug/protocol';
import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, test } from 'vitest';
import { ROUTE_ROWS, TOPIC_ROWS } from '../src/testing/access-matrix.ts';
import { createTestApp } from '../src/testing/app.ts';
import { COMMAND_ROWS, ROOM_COMMANDS } from '../src/testing/command-cases/command-cases.ts';
import { RESULTS_FOR_KNOWN_MEMBER } from '../src/testing/command-cases/guest-results.ts';
import { namesOnlyPeople } from '../src/testing/input-places.ts';
import { ROOM_ROUTES, ROOM_TOPICS } from '../src/testing/room-access-matrix.ts';

test('X3 every command, every route and every kind of topic has a row in the access matrix', async () => {
  expect(Object.keys(COMMAND_ROWS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  expect(Object.keys(TOPIC_ROWS).toSorted()).toEqual(TOPIC_KINDS.toSorted());
  const { routes } = await createTestApp();
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROUTE_ROWS).toSorted());
});

test('X3 GU2 every command that names only people has a result for a guest who knows the person', () => {
  const naming = (Object.keys(COMMANDS) as CommandName[]).filter(namesOnlyPeople);
  expect(Object.keys(RESULTS_FOR_KNOWN_MEMBER).toSorted()).toEqual(naming.toSorted());
});

test('X3 only the routes for everyone are public', async () => {
  const { routes } = await createTestApp();
  for (const { name, isOpen } of routes)
    expect([name, isOpen]).toEqual([name, ROUTE_ROWS[name]?.nobody !== 'unauthenticated']);
});

test('X3 every command, route and topic that names a room has a class in the matrix of rooms', async () => {
  // Their cursors have a field of this name.
  const named = new Set(['list_workspace_people', 'list_workspace_rooms']);
  const unclassed = Object.entries(COMMANDS).filter(
    ([name]) => !ROOM_COMMANDS[name as CommandName] && !named.has(name),
  );
  for (const [name, { input }] of unclassed) {
    const schema = JSON.stringify(toJsonSchema(input, { typeMode: 'input', errorMode: 'ignore' }));
    expect([name, /"roomIds?"/.test(schema)]).toEqual([name, false]);
  }
  const { routes } = await createTestApp();
  const names = routes.map(({ name }) => name).filter(name => /:roomId|\/files\/:id/.test(name));
  expect(Object.keys(ROOM_ROUTES)).toEqual(expect.arrayContaining(names));
  for (const kind of ['room', 'summary', 'viewers'] as const) expect(ROOM_TOPICS[kind]).toBeDefined();
});
