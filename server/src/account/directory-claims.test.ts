import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { directoryClaim } from '../config/directory-claim.ts';
import { hasClaim } from './directory-claims.ts';

const parse = (text: string) => v.parse(directoryClaim, text);

test.each([
  ['groups=chat', { groups: ['staff', 'chat'] }],
  ['groups=chat', { groups: 'chat' }],
  ['realm_access.roles=chat-admin', { realm_access: { roles: ['chat-admin'] } }],
  ['resource_access.snug.roles=admin', { resource_access: { snug: { roles: ['admin'] } } }],
  ['https://corp.example/roles=admin', { 'https://corp.example/roles': ['admin'] }],
  ['https://corp.example/app.roles=admin', { 'https://corp.example/app': { roles: 'admin' } }],
  ['groups=cn=chat,ou=groups', { groups: ['cn=chat,ou=groups'] }],
  ['staff=true', { staff: true }],
  ['level=3', { level: 3 }],
  [' groups = Book club ', { groups: ['Book club'] }],
])('%s is in %j', (text, claims) => {
  expect(hasClaim(claims, parse(text))).toBe(true);
});

test.each([
  ['groups=chat', {}],
  ['groups=chat', { groups: ['Chat', 'chats', 'cha'] }],
  ['groups=chat', { groups: [['chat'], { chat: true }, null] }],
  ['groups=chat', { groups: { chat: true } }],
  ['groups.chat=true', { groups: ['chat'] }],
  ['toString=chat', {}],
  ['__proto__.polluted=1', {}],
  ['constructor.name=Object', {}],
])('%s is not in %j', (text, claims) => {
  expect(hasClaim(claims, parse(text))).toBe(false);
});

test('any path finds its value, wherever its names end', () => {
  const names = fc.array(fc.stringMatching(/^[a-z]{1,5}(?:\.[a-z]{1,3}){0,2}$/), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(names, fc.stringMatching(/^[\w=,]{1,10}$/), (path, value) => {
      const claims = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [value]);
      expect(hasClaim(claims as object as Record<string, unknown>, { path: path.join('.'), value })).toBe(
        true,
      );
    }),
  );
});

test.each(['groups', '=chat', 'groups=', ' = ', 'x'.repeat(201)])('%j is no claim with a value', text => {
  expect(v.safeParse(directoryClaim, text).success).toBe(false);
});
