import { expect, test } from 'vitest';
import { AccountError } from './accounts.ts';
import { checkCredentials, toProblems } from './credentials.ts';

test('signing in requires an address and a password, but no name', () => {
  expect(Object.keys(checkCredentials('sign-in', { name: '', email: '', password: '' }))).toEqual([
    'email',
    'password',
  ]);
  expect(checkCredentials('sign-in', { name: '', email: 'a@b.example', password: 'short' })).toEqual({});
});

test('signing up requires a name and a password of at least 8 characters', () => {
  const problems = checkCredentials('sign-up', { name: '', email: 'a@b.example', password: '1234567' });
  expect(problems).toEqual({
    name: 'Enter your name',
    password: 'Use at least 8 characters',
  });
});

test('an invalid address shows an error at its field', () => {
  const problems = checkCredentials('sign-in', { name: '', email: 'ada', password: 'x' });
  expect(problems).toEqual({ email: 'Please enter a valid email address' });
});

test('an error of the server shows at its field', () => {
  const taken = new AccountError('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', '');
  expect(toProblems(taken, true).email).toContain("We've also sent a link");
  expect(toProblems(taken, false).email).toContain('ask an admin for a link');
  expect(toProblems(new AccountError('INVALID_EMAIL_OR_PASSWORD', ''), true)).toHaveProperty('password');
  expect(toProblems(new AccountError('SOMETHING_NEW', 'Words of the server'), true)).toEqual({
    password: 'Words of the server',
  });
});

test('a rate limit shows its waiting time in the form', () => {
  const words = "You're going a bit fast. Try again in 7 seconds.";
  expect(toProblems(new AccountError('rate_limited', words), true)).toEqual({ password: words });
});
