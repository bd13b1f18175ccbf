import type { BrowserContext } from '@playwright/test';

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

export async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
