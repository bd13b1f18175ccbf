import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@snug/web/account/sign-in/demo-people.ts';
import { DEMO_DIRECT, DEMO_ROOMS, type DemoMessage } from './demo-data.ts';

// Demo data is sent by the normal commands of a client, as fast as the rate limits allow.

/** Signs the demo people up and sends their messages, unless they exist. */
export async function seedDemo(url: string): Promise<void> {
  const cookies = await Promise.all(DEMO_PEOPLE.map(person => signIn(url, person)));
  const [first = ''] = cookies;
  const { rooms } = await sendCommand<{ rooms: unknown[] }>(url, first, 'list_rooms', {});
  if (rooms.length > 0) return;
  const { room: direct } = await sendCommand<Created>(url, first, 'open_direct', {
    uids: [await findPerson(url, first, 1)],
  });
  await sendMessages(url, cookies, direct.id, DEMO_DIRECT);
  for (const { messages, members = [], ...room } of DEMO_ROOMS) {
    const { room: created } = await sendCommand<Created>(url, first, 'create_room', room);
    for (const index of members) {
      const uid = await findPerson(url, first, index);
      await sendCommand(url, first, 'set_member', { roomId: created.id, uid, member: true });
      await sendCommand(url, cookies[index] ?? '', 'set_room_options', { roomId: created.id, request: null });
    }
    await sendMessages(url, cookies, created.id, messages);
  }
}

interface Created {
  room: { id: string };
}

async function findPerson(url: string, cookie: string, index: number): Promise<string | undefined> {
  const name = DEMO_PEOPLE[index]?.name;
  const found = await sendCommand<{ people: { uid: string; name: string }[] }>(url, cookie, 'find_people', {
    text: name,
  });
  return found.people.find(person => person.name === name)?.uid;
}

async function sendMessages(
  url: string,
  cookies: readonly string[],
  roomId: string,
  messages: readonly DemoMessage[],
): Promise<void> {
  const ids: string[] = [];
  for (const { by, text, replyTo, reactions = [] } of messages) {
    const input = { roomId, text, ...(replyTo !== undefined && { replyTo: ids[replyTo] }) };
    const sent = await sendCommand<{ message: { id: string } }>(
      url,
      cookies[by] ?? '',
      'send_message',
      input,
    );
    const { id: messageId } = sent.message;
    ids.push(messageId);
    for (const [emoji, people] of reactions)
      for (const person of people)
        await sendCommand(url, cookies[person] ?? '', 'set_reaction', { roomId, messageId, emoji, on: true });
  }
}

async function signIn(url: string, { name, email }: { name: string; email: string }): Promise<string> {
  const credentials = { email, password: DEMO_PASSWORD };
  const signedIn = await post(url, '/api/auth/sign-in/email', credentials);
  const response = signedIn.ok
    ? signedIn
    : await post(url, '/api/auth/sign-up/email', { name, ...credentials });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ');
}

async function sendCommand<Output>(
  url: string,
  cookie: string,
  name: string,
  input: object,
): Promise<Output> {
  const response = await post(url, `/api/${name}`, input, { cookie });
  if (response.status === 429) {
    await wait(Number(response.headers.get('retry-after')) * 1_000);
    return sendCommand(url, cookie, name, input);
  }
  if (!response.ok) throw new Error(`${name} failed: ${await response.text()}`);
  return (await response.json()) as Output;
}

function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  });
}
