import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createOriginCheck, isSameSite } from './origin.ts';

const isOwn = createOriginCheck(['https://chat.example', 'http://localhost:3000']);

function comesFrom(headers: Record<string, string>): boolean {
  return isSameSite({ headers } as unknown as FastifyRequest, isOwn);
}

test('T7 only exact origins of Snug are accepted', () => {
  for (const origin of ['https://chat.example', 'http://localhost:3000']) expect(isOwn(origin)).toBe(true);
  const foreign = [
    'https://evil.example',
    'http://chat.example',
    'https://chat.example.evil.example',
    'https://evil-chat.example',
    'https://chat.example:444',
    'https://chat.example/',
    'https://CHAT.example',
    'https://chat.example@evil.example',
    'http://localhost:3001',
    'http://localhost',
    'null',
    '',
    undefined,
  ];
  for (const origin of foreign) expect([origin, isOwn(origin)]).toEqual([origin, false]);
});

test('T7 a command is accepted from a page of Snug and from a program', () => {
  expect(comesFrom({ origin: 'https://chat.example', 'sec-fetch-site': 'same-origin' })).toBe(true);
  expect(comesFrom({ origin: 'https://chat.example' })).toBe(true);
  expect(comesFrom({ 'sec-fetch-site': 'none' })).toBe(true);
  expect(comesFrom({})).toBe(true);
});

test('T7 a command from a foreign page is rejected, whichever header names its origin', () => {
  for (const site of ['cross-site', 'same-site', '', 'Same-Origin']) {
    expect([site, comesFrom({ 'sec-fetch-site': site })]).toEqual([site, false]);
    expect([site, comesFrom({ 'sec-fetch-site': site, origin: 'https://chat.example' })]).toEqual([
      site,
      false,
    ]);
  }
  for (const origin of ['null', 'https://evil.example', 'http://chat.example']) {
    expect([origin, comesFrom({ origin })]).toEqual([origin, false]);
    expect([origin, comesFrom({ origin, 'sec-fetch-site': 'same-origin' })]).toEqual([origin, false]);
  }
});
