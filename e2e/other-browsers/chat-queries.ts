import type { Person } from './browser-user.ts';
import type { Query } from './in-page.ts';

export const COMPOSER: Query = { role: 'textbox', name: 'Write a new message here...' };
export const SEND: Query = { role: 'button', name: 'Send' };
export const LOG: Query = { role: 'log', name: 'Messages' };
export const ROOMS: Query = { role: 'navigation', name: 'Rooms' };
export const ARTICLES: Query = { role: 'article', within: LOG };

export function button(name: string, within?: Query): Query {
  return { role: 'button', name, ...(within ? { within } : {}) };
}

export function dialog(name: string): Query {
  return { role: 'dialog', name };
}

export function article(text: string): Query {
  return { role: 'article', text, within: LOG };
}

export function roomLink(name: string): Query {
  return { role: 'link', starts: name, within: ROOMS };
}

export async function openRoom(person: Person, id: string): Promise<void> {
  await person.open(`/chat/${id}`);
  await person.sees(COMPOSER);
}

export async function say(person: Person, text: string): Promise<void> {
  await person.write(COMPOSER, text);
  await person.keys('Enter');
}

/** A message that is stored shows its time. */
export async function isStored(person: Person, text: string): Promise<void> {
  await person.sees({ css: 'time', hidden: true, within: article(text) });
}
