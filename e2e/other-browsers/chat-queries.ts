import type { BrowserUser } from './browser-user.ts';
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

/** The number at the heart of a message, which CSS draws. */
export function likeCount(count: number, text: string): Query {
  return { css: `button[aria-label=Like] [data-count="${count}"]`, within: article(text) };
}

export function roomLink(name: string): Query {
  return { role: 'link', starts: name, within: ROOMS };
}

export async function openRoom(person: BrowserUser, id: string): Promise<void> {
  await person.open(`/chat/${id}`);
  await person.waitFor(COMPOSER);
}

export async function sendMessage(person: BrowserUser, text: string): Promise<void> {
  await person.fillField(COMPOSER, text);
  await person.pressKeys('Enter');
}

/** A stored message shows its time. */
export async function waitUntilStored(person: BrowserUser, text: string): Promise<void> {
  await person.waitFor({ css: 'time', hidden: true, within: article(text) });
}
