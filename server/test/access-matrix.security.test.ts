import { COMMANDS, TOPIC_KINDS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { COMMAND_ROWS, ROUTE_ROWS, TOPIC_ROWS } from '../src/testing/access-matrix.ts';
import { createTestApp } from '../src/testing/app.ts';

test('X3 every command, every route and every kind of topic has a row in the access matrix', async () => {
  expect(Object.keys(COMMAND_ROWS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  expect(Object.keys(TOPIC_ROWS).toSorted()).toEqual(TOPIC_KINDS.toSorted());
  const { routes } = await createTestApp();
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROUTE_ROWS).toSorted());
});

test('X3 only the routes for everyone are public', async () => {
  const { routes } = await createTestApp();
  for (const { name, isOpen } of routes)
    expect([name, isOpen]).toEqual([name, ROUTE_ROWS[name]?.nobody === 'ok']);
});
