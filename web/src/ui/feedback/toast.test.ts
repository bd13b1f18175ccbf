import { CommandError } from '@snug/protocol';
import { expect, test } from 'vitest';
import { showCommandError, takeToasts } from './toast.ts';

function showError(code: 'internal' | 'not_found' | 'unavailable', id?: string): string | undefined {
  const body = { code, message: 'It broke', retry: false, ...(id !== undefined && { id }) };
  showCommandError(CommandError.fromBody(body));
  return takeToasts().at(-1)?.description;
}

test('a toast of an unexpected failure ends with its reference', () => {
  expect(showError('internal', '3f9c0a1b2d4e')).toBe('It broke 😕 Reference 3f9c0a1b2d4e');
  expect(showError('internal', 'edge-7.fra:00:9912')).toBe('It broke 😕 Reference edge-7.fra:00:9912');
});

test('a toast has no reference if a person can read what happened, or if the server sent none', () => {
  expect(showError('not_found', '3f9c0a1b2d4e')).toBe('It broke 😕');
  expect(showError('unavailable', '3f9c0a1b2d4e')).toBe('It broke 😕');
  expect(showError('internal')).toBe('It broke 😕');
});

test('an error that is a bug of the page is thrown again', () => {
  expect(() => showCommandError(new TypeError('undefined is not a function'))).toThrow(TypeError);
});
