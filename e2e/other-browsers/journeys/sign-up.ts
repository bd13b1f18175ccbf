import assert from 'node:assert/strict';
import type { Person } from '../browser-user.ts';
import { button, COMPOSER, dialog, ROOMS, roomLink } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

const PASSWORD = 'a long enough password';

export const signUp: Journey = {
  name: 'two people sign up; one signs out, mistakes the password, and signs in again',
  expected: /401/,
  async go({ ann, ben, look }) {
    await look(ann, 'sign-in');
    await signUpAs(ann, 'Ann');
    await signUpAs(ben, 'Ben');
    await ann.click(button('Dashboard'));
    await look(ann, 'dashboard');
    await ann.click(button('Sign out', dialog('Dashboard')));
    await ann.sees({ role: 'heading', name: 'Sign in to Snug' });
    await signIn(ann, 'not this password');
    await ann.sees({ css: '[aria-invalid=true]' });
    await signIn(ann, PASSWORD);
    await ann.sees(ROOMS);
    await ann.reload();
    await ann.sees(ROOMS);
    assert.ok(await ann.run(() => document.hasFocus()), 'the window has the focus');
  },
};

export const createRoom: Journey = {
  name: 'somebody makes a room, and it appears in front of the other one',
  async go({ ann, ben }) {
    await ann.click(button('Create new chat room'));
    const window = dialog('New chat room');
    await ann.write({ role: 'textbox', name: 'Room name', within: window }, 'Harbour');
    await ann.write({ role: 'textbox', name: 'Description', within: window }, 'Where ships come in');
    await ann.click(button('Create', window));
    await ann.sees({ role: 'heading', name: 'Harbour' });
    await ben.click(roomLink('Harbour'));
    await ben.sees({ role: 'heading', name: 'Harbour' });
    await ben.sees(COMPOSER);
  },
};

export async function signUpAs(person: Person, name: string): Promise<void> {
  await person.open('/signin');
  await person.click(button('Create an account'));
  await person.write({ role: 'textbox', starts: 'Name' }, name);
  await person.write({ role: 'textbox', starts: 'Email' }, `${name.toLowerCase()}@snug.example`);
  await person.write({ role: 'textbox', starts: 'Password' }, PASSWORD);
  await person.keys('Enter');
  await person.sees(ROOMS);
}

async function signIn(person: Person, password: string): Promise<void> {
  await person.write({ role: 'textbox', starts: 'Email' }, 'ann@snug.example');
  await person.write({ role: 'textbox', starts: 'Password' }, password);
  await person.click(button('Sign in'));
}
