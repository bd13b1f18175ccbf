import type { BrowserContext } from '@playwright/test';
import type { FileUpload, MessageFile } from '@snug/protocol';
import type { InputFile } from './input-files.ts';

export async function sendCommand(
  url: string,
  context: BrowserContext,
  command: string,
  input: object,
): Promise<unknown> {
  return request(url, context, command, 'application/json', JSON.stringify(input));
}

/** `details`: the duration and the waveform of a recording. */
export async function uploadFile(
  url: string,
  context: BrowserContext,
  { name, buffer }: InputFile,
  details: Omit<FileUpload, 'name'> = {},
): Promise<MessageFile> {
  const query = new URLSearchParams({ name, ...details } as Record<string, string>);
  const body = new Uint8Array(buffer);
  return (await request(url, context, `files?${query}`, 'application/octet-stream', body)) as MessageFile;
}

async function request(
  url: string,
  context: BrowserContext,
  path: string,
  contentType: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  const response = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': contentType, cookie: await readCookies(context) },
    body,
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

export async function readCookies(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
