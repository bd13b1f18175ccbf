import type { BrowserContext } from '@playwright/test';
import type { FileUpload, MessageFile } from '@snug/protocol';
import type { Media } from './media.ts';

/** Gives a command as a program would: one HTTP request with the session cookie of somebody's browser. */
export async function post(
  url: string,
  context: BrowserContext,
  command: string,
  input: object,
): Promise<unknown> {
  const answer = await fetch(`${url}/api/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await cookieOf(context) },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${command}: ${await answer.text()}`);
  return answer.json();
}

/** Uploads a file in the same way. `details`: of a recording, its length and its loudness. */
export async function upload(
  url: string,
  context: BrowserContext,
  { name, buffer }: Media,
  details: Omit<FileUpload, 'name'> = {},
): Promise<MessageFile> {
  const query = new URLSearchParams({ name, ...details } as Record<string, string>);
  const answer = await fetch(`${url}/api/files?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', cookie: await cookieOf(context) },
    body: new Uint8Array(buffer),
  });
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  return (await answer.json()) as MessageFile;
}

export async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
