import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matchModules } from './chunk-groups.ts';

const source = (path: string) => join(import.meta.dirname, 'src', path);

test('a chunk has the modules and style sheets of its patterns', () => {
  const isInChunk = matchModules({ 'chat/rooms/list': ['list-*'], 'ui/menu': ['*'] });
  for (const path of ['chat/rooms/list/list-resizer.tsx', 'chat/rooms/list/list-resizer.module.css'])
    expect(isInChunk(source(path))).toBe(true);
  expect(isInChunk(source('ui/menu/popup-menu.tsx'))).toBe(true);
  expect(isInChunk(source('chat/rooms/list/row-menus.tsx'))).toBe(false);
});

test('a pattern of a module that moved stops the build', () => {
  const patterns = { 'chat/rooms': ['room-menu', 'list-resizer'] };
  expect(() => matchModules(patterns)).toThrow('web/src/chat/rooms/list-resizer.* matches no file');
});
