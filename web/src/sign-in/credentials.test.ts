import { expect, test } from 'vitest';
import { AccountError } from './accounts.ts';
import { checkCredentials, toProblems } from './credentials.ts';

test('signing in asks for an address and a password, and no name', () => {
  expect(Object.keys(checkCredentials('sign-in', { name: '', email: '', password: '' }))).toEqual([
    'email',
    'password',
  ]);
  expect(checkCredentials('sign-in', { name: '', email: 'a@b.example', password: 'short' })).toEqual({});
});

test('signing up asks for a name and for a password of 8 characters', () => {
  const problems = checkCredentials('sign-up', { name: '', email: 'a@b.example', password: '1234567' });
  expect(problems).toEqual({
    name: 'Enter your name',
    password: 'Use at least 8 characters',
  });
});

test('what is no address is said at the address', () => {
  const problems = checkCredentials('sign-in', { name: '', email: 'ada', password: 'x' });
  expect(problems).toEqual({ email: 'Please enter a valid email address' });
});

test('a refusal is said at its field', () => {
  expect(toProblems(new AccountError('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', ''))).toHaveProperty('email');
  expect(toProblems(new AccountError('INVALID_EMAIL_OR_PASSWORD', ''))).toHaveProperty('password');
  expect(toProblems(new AccountError('SOMETHING_NEW', 'Words of the server'))).toEqual({
    password: 'Words of the server',
  });
});

test('too many tries are said in the form, with the seconds to wait', () => {
  const words = "You're going a bit fast. Try again in 7 seconds.";
  expect(toProblems(new AccountError('rate_limited', words))).toEqual({ password: words });
});
