import { expect, test } from 'vitest';
import { isAppPage, toOpenablePath } from './app-paths.ts';

const ORIGIN = 'https://chat.example';

test.each(['/', '/chat/r1', '/chat/r1?at=m1', '/chat/r1?conversation=m1&at=m2', '/mentions', '/saved'])(
  'a notification opens %s',
  path => {
    expect(toOpenablePath(path, ORIGIN)).toBe(path);
    expect(toOpenablePath(ORIGIN + path, ORIGIN)).toBe(path);
  },
);

test.each([
  '//evil.example/chat/r1',
  'https://evil.example/chat/r1',
  'javascript:alert(1)',
  '/api/auth/sign-out',
  '/files/f1/page.html',
  '/chat',
  '/chat/../api/x',
  '/admin/people',
  '\\\\evil.example/chat/',
  'https://chat.example:8443/chat/r1',
  '',
  7,
  undefined,
])('a notification does not open %s', path => {
  // An empty path is that of the list of rooms.
  expect(toOpenablePath(path, ORIGIN)).toBe(path === '' ? '/' : undefined);
});

test('only pages of the app receive a path, also those at /admin', () => {
  const pages = ['/', '/chat/r1?at=m1', '/admin/people', '/signin', '/search?q=soup'];
  expect(pages.filter(path => !isAppPage(ORIGIN + path))).toEqual([]);
  const others = ['/files/f1/hill.png', '/api/docs', '/linking.html', '/avatars/a1', '/administer'];
  expect(others.filter(path => isAppPage(ORIGIN + path))).toEqual([]);
});
