import assert from 'node:assert/strict';
import type { BrowserUser } from '../browser-user.ts';
import { button, COMPOSER, dialog, ROOMS, roomLink } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

const PASSWORD = 'a long enough password';

export const signUp: Journey = {
  name: 'two people sign up; one signs out, enters a wrong password, and signs in again',
  expectedErrors: /401/,
  async run({ ann, ben, takeScreenshots }) {
    await takeScreenshots(ann, 'sign-in');
    await signUpAs(ann, 'Ann');
    await signUpAs(ben, 'Ben');
    await ann.click(button('Dashboard'));
    await takeScreenshots(ann, 'dashboard');
    await ann.click(button('Sign out', dialog('Dashboard')));
    await ann.waitFor({ role: 'heading', name: 'Sign in to Snug' });
    await signIn(ann, 'not this password');
    await ann.waitFor({ css: '[aria-invalid=true]' });
    await signIn(ann, PASSWORD);
    await ann.waitFor(ROOMS);
    await ann.reload();
    await ann.waitFor(ROOMS);
    assert.ok(await ann.run(() => document.hasFocus()), 'the window has the focus');
  },
};

export const createRoom: Journey = {
  name: 'a person creates a room, and it appears for the other person',
  async run({ ann, ben }) {
    await ann.click(button('Create new chat room'));
    const window = dialog('New chat room');
    await ann.fillField({ role: 'textbox', name: 'Room name', within: window }, 'Harbour');
    await ann.fillField({ role: 'textbox', name: 'Description', within: window }, 'Where ships come in');
    await ann.click(button('Create', window));
    await ann.waitFor({ role: 'heading', name: 'Harbour' });
    await ben.click(roomLink('Harbour'));
    await ben.waitFor({ role: 'heading', name: 'Harbour' });
    await ben.waitFor(COMPOSER);
  },
};

export async function signUpAs(person: BrowserUser, name: string): Promise<void> {
  await person.open('/signin');
  await person.click(button('Create an account'));
  await person.fillField({ role: 'textbox', starts: 'Name' }, name);
  await person.fillField({ role: 'textbox', starts: 'Email' }, `${name.toLowerCase()}@snug.example`);
  await person.fillField({ role: 'textbox', starts: 'Password' }, PASSWORD);
  await person.pressKeys('Enter');
  await person.waitFor(ROOMS);
}

async function signIn(person: BrowserUser, password: string): Promise<void> {
  await person.fillField({ role: 'textbox', starts: 'Email' }, 'ann@snug.example');
  await person.fillField({ role: 'textbox', starts: 'Password' }, password);
  await person.click(button('Sign in'));
}
