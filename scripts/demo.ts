import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@snug/web/sign-in/demo-people.ts';

// Demo data is sent by the normal commands of a client, as fast as the rate limits allow.

const ROOMS = [
  { name: 'Demo attic', description: 'A made-up room where nothing has been said yet.', lines: [] },
  {
    name: 'Demo kitchen',
    description: 'Another made-up room, with a long history.',
    lines: Array.from({ length: 60 }, (_, index) => `Demo message ${index + 1}`),
  },
  {
    name: 'Demo lounge',
    description: 'A room to look around in. Everything here is made up.',
    lines: [
      'This is demo data: nobody really said this.',
      'It is here so that a new Snug has something to look at.',
      'Messages by one person within five minutes share one head line.',
      'And a message\ncan have\nseveral lines.',
      'A longer message, to see how words wrap when the window is narrow. It goes on for a while and says nothing at all, which is what demo data is for.',
      'Short one.',
      'مرحبا، تبدأ هذه الرسالة من اليمين.',
      'A line that begins at the other side stands at the other side.',
      'The time beside a name is the receipt: it shows once a message is on disk.',
      'Switch the server off and go on writing: it will be sent when the server is back.',
    ],
  },
];

/** Signs the demo people up and sends their messages, unless they exist. */
export async function seedDemo(url: string): Promise<void> {
  const cookies = await Promise.all(DEMO_PEOPLE.map(person => signIn(url, person)));
  const [first = ''] = cookies;
  const { rooms } = await sendCommand<{ rooms: unknown[] }>(url, first, 'list_rooms', {});
  if (rooms.length > 0) return;
  for (const { lines, ...room } of ROOMS) {
    const { room: made } = await sendCommand<{ room: { id: string } }>(url, first, 'create_room', room);
    for (const [index, text] of lines.entries()) {
      const cookie = cookies[Math.floor(index / 2) % cookies.length] ?? first;
      const input = { roomId: made.id, text };
      const { message } = await sendCommand<{ message: { id: string } }>(url, cookie, 'send_message', input);
      const liking = text.includes('receipt') ? cookies : index === 4 ? [first] : [];
      const like = { roomId: made.id, messageId: message.id, emoji: '\u2764\ufe0f', on: true };
      for (const one of liking) await sendCommand(url, one, 'set_reaction', like);
    }
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
