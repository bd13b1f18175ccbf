import { expect, test } from 'vitest';
import { isPagePath } from './page-path.ts';

test.each([
  '/',
  '/chat/a',
  '/invite/aB-_9',
  '/conversations',
  '/mentions',
  '/saved',
  '/search',
  '/admin',
  '/admin/people',
])('%s is a page of the app', path => {
  expect(isPagePath(path)).toBe(true);
});

test.each(['/chat', '/chat/a/b', '/invite/%E0', '/searches', '/api/files/a', '/administer', '/signin'])(
  '%s is none',
  path => {
    expect(isPagePath(path)).toBe(false);
  },
);
